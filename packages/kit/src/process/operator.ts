import type { EntitySchema } from '@mikro-orm/postgresql';
import type { z } from 'zod';
import { commandAcquireMs } from '../database/connection';
import { openDatabase } from '../database/database';
import type { Runtime } from '../operation/runtime';
import { createLogger } from '../telemetry/logger';
import { callSettings, openClients, type Calls, type Clients } from './calls';
import { readSettings, serviceSettings } from './config';
import { createLifetime, type Lifetime } from './lifetime';
import { runtimeOf } from './runtime';

/** The properties of a service that its operator commands use. */
interface CommandedService {
  name: string;
  entities: EntitySchema[];
  constraints: Runtime['constraints'];
}

/**
 * An operator command, selected by the word after `/app/start PROCESS`. A command may run while the
 * service runs.
 */
export type OperatorCommand = (service: CommandedService, args: string[]) => Promise<void>;

/**
 * The function of a command, and the settings and calls that it requires. A command reads no other
 * settings of its service.
 */
interface CommandParts<Settings extends z.ZodRawShape, Of extends Calls> {
  settings?: Settings;
  calls?: Of;
  /** The time limit of a statement in milliseconds. The default is the limit of a service. */
  answerTimeoutMs?: number;
  /** @returns the exit code; undefined means 0 */
  work: (parts: CommandRun<Settings, Of>) => Promise<number | void>;
}

interface CommandRun<Settings extends z.ZodRawShape, Of extends Calls> {
  runtime: Runtime<unknown>;
  settings: z.output<z.ZodObject<Settings>>;
  clients: Clients<Of>;
  /** Closes what the command opens, after the command has run. */
  lifetime: Pick<Lifetime, 'closes'>;
  args: string[];
  write: (line: string) => void;
}

const { TIMBRE_DATABASE_URL, TIMBRE_DATABASE_PREPARED_STATEMENTS, TIMBRE_ENVIRONMENT } =
  serviceSettings;

/** Declares a command that uses the service's database. */
export const operatorCommand =
  <Settings extends z.ZodRawShape = z.ZodRawShape, Of extends Calls = Calls>(
    parts: CommandParts<Settings, Of>,
  ): OperatorCommand =>
  async ({ name, entities, constraints }, args) => {
    const { calls = {} as Of, answerTimeoutMs, work } = parts;
    const own = readSettings((parts.settings ?? {}) as Settings);
    const { TIMBRE_ENVIRONMENT: environment, ...ofDatabase } = readSettings({
      TIMBRE_DATABASE_URL,
      TIMBRE_DATABASE_PREPARED_STATEMENTS,
      TIMBRE_ENVIRONMENT,
    });
    const logger = createLogger(`${name}-operator`, 'warn');
    const lifetime = createLifetime(logger);
    const clients = openClients(calls, readSettings(callSettings(calls)), lifetime);
    const database = await openDatabase({
      url: ofDatabase.TIMBRE_DATABASE_URL,
      isPrepared: ofDatabase.TIMBRE_DATABASE_PREPARED_STATEMENTS,
      acquireTimeoutMs: commandAcquireMs,
      entities,
      poolSize: 2,
      name: `${name}-operator`,
      logger,
      ...(answerTimeoutMs === undefined ? {} : { answerTimeoutMs }),
    });
    lifetime.closes('database', database.close);
    const eventsLeft = () => undefined;
    const runtime = runtimeOf<unknown>({
      environment,
      database,
      providers: {},
      constraints,
      eventsLeft,
      logger,
    });
    const write = (line: string) => void process.stdout.write(`${line}\n`);
    try {
      const run = { runtime, settings: own, clients, lifetime, args, write };
      process.exitCode = (await work(run)) ?? 0;
    } finally {
      await lifetime.end();
    }
  };
