import type { ServiceDefinition } from '@grpc/grpc-js';
import type { EntitySchema } from '@mikro-orm/postgresql';
import type { Pool } from 'pg';
import type { z } from 'zod';
import { openDatabase } from '../database/database';
import { createSystemPool } from '../database/system-pool';
import { isMigrated, type MigrationList } from '../database/migrate';
import type { RpcHandlers, Rpcs } from '../grpc/rpc';
import { serveGrpc } from '../grpc/server';
import { connectNats, type NatsLink } from '../messaging/connection';
import type { EventConsumer } from '../messaging/consumer';
import { backlogOf } from '../messaging/consumer-backlog';
import { countDeadLetters } from '../messaging/dead-letter-store';
import { createDeadLetters } from '../messaging/dead-letters';
import type { PublicBody } from '../messaging/event';
import { createOutboxRelay, type OutboxRelay } from '../messaging/outbox-relay';
import { createClocks } from '../operation/clocks';
import type { Runtime } from '../operation/runtime';
import { observeQueues, type Queue } from '../database/queue';
import type { Refusal } from '../refusal/refusal';
import { StartError } from '../refusal/start-error';
import { clockConsumer } from './on-clock-advanced';
import { addressSettings, openClients, type Calls, type Clients } from './calls';
import { runAudit, runMigrations, runReplay, runRepublish, runRewrapSecrets } from './commands';
import { readSettings, serviceSettings } from './config';
import { renderMetrics, stopTelemetry } from '../telemetry/exposition';
import { serveHealth } from './health';
import { lawFacts, startLaw } from './law';
import { createLifetime, type Lifetime } from './lifetime';
import { createLogger, type Logger } from '../telemetry/logger';
import { runMain } from './main';
import type { Repeated } from '../telemetry/every';
import { gaugeMetric, observeConsumer, observeOutbox, outboxMetrics } from '../telemetry/metrics';
import type { OperatorCommand } from './operator';
import { startRetention } from './retention';
import { runtimeOf } from './runtime';

export type ServiceSettings = ReturnType<typeof readSettings<typeof serviceSettings>>;

/** The parts from which a service makes its providers. */
export interface Opened<
  Settings extends z.ZodRawShape = Record<never, never>,
  Of extends Calls = Calls,
> {
  settings: ServiceSettings & z.output<z.ZodObject<Settings>>;
  clients: Clients<Of>;
  lifetime: Lifetime;
}

/** Work that no request waits for. */
export type Job = Pick<Repeated, 'subject' | 'stop'>;

/** One, or several that are made together. */
type Many<Part> = Part | readonly Part[];

/** The parts that differ between services; the rest of the process is the same for all. */
export interface ServiceParts<
  Providers,
  Definition extends ServiceDefinition = ServiceDefinition,
  Settings extends z.ZodRawShape = Record<never, never>,
  Of extends Calls = Calls,
> {
  definition: Definition;
  entities: EntitySchema[];
  migrations: MigrationList[];
  constraints: Record<string, () => Refusal>;
  /** The settings that other services do not have; addresses are those of `calls`. */
  settings?: Settings;
  calls?: Of;
  providers: (opened: Opened<Settings, Of>) => Promise<Providers> | Providers;
  /** A handler for every rpc of the definition: a missing one does not compile. */
  rpcs: (runtime: Runtime<Providers>) => Rpcs<Definition>;
  /**
   * Whether jobs and consumers of the service need the time of an organization's business. Its
   * database then has the migration of `followsClocks`.
   */
  followsClocks?: boolean;
  /** Whether it has the table of secrets, which `main.js rewrap-secrets` seals with a new key. */
  keepsSecrets?: boolean;
  /** Consumers and jobs start once the service serves, and stop with the process. */
  consumers?: ((parts: Background<Providers>) => Many<EventConsumer>)[];
  jobs?: ((parts: Background<Providers>) => Many<Job>)[];
  /** Tables whose waiting rows are measured. */
  queues?: readonly Queue[];
  /** Begins other work once the service serves. */
  started?: (parts: Background<Providers>) => void;
  /** How its events are shown to organizations. */
  publicBody?: PublicBody;
  /** The operators' commands that only this service has. */
  commands?: Record<string, OperatorCommand>;
}

export interface Background<Providers> {
  runtime: Runtime<Providers>;
  systemPool: Pool;
  nats: NatsLink;
  settings: ServiceSettings;
  lifetime: Lifetime;
}

/**
 * Runs a service. `main.js migrate` migrates its database, `replay-dead-letters` publishes dead
 * letters again, `republish` publishes events that NATS lost, and `audit` shows who changed what; a service may
 * have more commands. Without a command it serves until SIGTERM. A service reads its environment only here.
 */
export function runService<
  Providers,
  Definition extends ServiceDefinition,
  Settings extends z.ZodRawShape = Record<never, never>,
  Of extends Calls = Calls,
>(name: string, parts: ServiceParts<Providers, Definition, Settings, Of>): Promise<void> {
  const [, , word, ...args] = process.argv;
  return runMain(name, () => {
    if (word === undefined) return serve(name, parts);
    const { entities, migrations, constraints, commands, keepsSecrets } = parts;
    const known: Record<string, OperatorCommand> = {
      migrate: () => runMigrations(name, entities, migrations),
      'replay-dead-letters': () => runReplay(name, args),
      republish: () => runRepublish(name, args),
      audit: () => runAudit(name, args),
      ...(keepsSecrets ? { 'rewrap-secrets': () => runRewrapSecrets(name) } : {}),
      ...commands,
    };
    const command = Object.hasOwn(known, word) ? known[word] : undefined;
    if (command) return command({ name, entities, constraints }, args);
    throw new StartError(`${word} is no command: ${Object.keys(known).join(', ')}.`);
  });
}

async function serve<
  Providers,
  Definition extends ServiceDefinition,
  Settings extends z.ZodRawShape,
  Of extends Calls,
>(name: string, parts: ServiceParts<Providers, Definition, Settings, Of>): Promise<void> {
  const calls = parts.calls ?? ({} as Of);
  const settings = settingsOf(parts, calls);
  const logger = createLogger(name, settings.TIMBRE_LOG_LEVEL);
  const lifetime = createLifetime(logger);
  lifetime.listen();
  lifetime.closes('telemetry', stopTelemetry);
  startLaw(settings, logger);
  const isPrepared = settings.TIMBRE_DATABASE_PREPARED_STATEMENTS;
  const database = await openDatabase({
    url: settings.TIMBRE_DATABASE_URL,
    isPrepared,
    entities: parts.entities,
    poolSize: settings.TIMBRE_DATABASE_POOL,
    name,
    logger,
  });
  lifetime.closes('database', database.close);
  const url = settings.TIMBRE_SYSTEM_DATABASE_URL;
  const systemPool = createSystemPool({ url, isPrepared }, name, logger);
  lifetime.closes('system pool', () => systemPool.end());
  const nats = connectNats({ url: settings.TIMBRE_NATS_URL, name, logger });
  lifetime.closes('nats', () => nats.close());
  const relay = createRelay(name, { systemPool, nats, settings, lifetime, logger }, parts);
  const clients = openClients(calls, settings, lifetime);
  const runtime = runtimeOf({
    environment: settings.TIMBRE_ENVIRONMENT,
    database,
    providers: await parts.providers({ settings, clients, lifetime }),
    constraints: parts.constraints,
    eventsLeft: () => relay.nudge(),
    logger,
  });
  relay.start();
  const background = { runtime, systemPool, nats, settings, lifetime };
  const ofClocks = parts.followsClocks ? clockConsumers(name, background) : [];
  const server = await serveGrpc(parts.definition, parts.rpcs(runtime) as RpcHandlers, {
    host: settings.TIMBRE_BIND_HOST,
    port: settings.TIMBRE_GRPC_PORT,
    contextKey: settings.TIMBRE_CONTEXT_KEY,
    environment: settings.TIMBRE_ENVIRONMENT,
    logger,
    clocks: runtime.clocks,
  });
  startBackground(name, parts, background, ofClocks);
  lifetime.closes('retention', startRetention(systemPool, logger));
  lifetime.closes('grpc', () => server.stop());
  const checks = {
    database: database.isReachable,
    migrations: () => isMigrated((sql) => database.pool.query(sql), parts.migrations),
  };
  const health = await serveHealth(settings, checks, renderMetrics, lawFacts);
  lifetime.closes('health', () => health.close());
  logger.info({ grpcPort: server.port, healthPort: health.port }, 'serving');
}

/** The common settings, those of the service, and the addresses of the services that it calls. */
const settingsOf = <Settings extends z.ZodRawShape>(
  { settings }: { settings?: Settings },
  calls: Calls,
) =>
  readSettings({
    ...serviceSettings,
    ...settings,
    ...addressSettings(calls),
  }) as ServiceSettings & z.output<z.ZodObject<Settings>>;

/** Starts what works beside the requests. Consumers stop before the jobs do. */
function startBackground<Providers>(
  name: string,
  parts: Pick<ServiceParts<Providers>, 'consumers' | 'jobs' | 'queues' | 'started'>,
  background: Background<Providers>,
  ofClocks: EventConsumer[],
): void {
  const { systemPool, lifetime, runtime } = background;
  observeQueues(systemPool, parts.queues ?? []);
  parts.started?.(background);
  for (const job of (parts.jobs ?? []).flatMap((create) => create(background)))
    lifetime.closes(job.subject, () => job.stop());
  const consumers = (parts.consumers ?? []).flatMap((create) => create(background));
  const transport = { ...background, logger: runtime.logger };
  startConsumers(name, [...ofClocks, ...consumers], transport);
}

/** In a sandbox the service has the time of each organization's business. */
function clockConsumers(name: string, parts: Background<unknown>): EventConsumer[] {
  const { runtime, systemPool, lifetime } = parts;
  if (runtime.environment !== 'sandbox') return [];
  const { clocks, reading } = createClocks(systemPool, runtime.logger);
  runtime.clocks = clocks;
  lifetime.closes('clocks', reading.stop);
  return [clockConsumer(name, parts)];
}

type Transport = Pick<Background<unknown>, 'systemPool' | 'nats' | 'lifetime'> & {
  settings: Pick<ServiceSettings, 'TIMBRE_NATS_REPLICAS'>;
  logger: Logger;
};

/** The outbox relay with its metrics; it ends with the process. */
export function createRelay(
  service: string,
  parts: Transport & { settings: Pick<ServiceSettings, 'TIMBRE_ENVIRONMENT'> },
  { publicBody }: { publicBody?: PublicBody | undefined },
): OutboxRelay {
  const { systemPool: pool, nats: link, settings, lifetime, logger } = parts;
  const { TIMBRE_NATS_REPLICAS: replicas, TIMBRE_ENVIRONMENT: environment } = settings;
  const relay = createOutboxRelay({
    service,
    pool,
    link,
    logger,
    replicas,
    publicBody: publicBody && ((event) => publicBody(event, environment)),
    metrics: outboxMetrics,
  });
  observeOutbox(() => relay.backlog());
  lifetime.closes('outbox relay', () => relay.stop());
  return relay;
}

/** Starts a service's consumers and keeps their dead letters. */
export function startConsumers(
  service: string,
  consumers: EventConsumer[],
  parts: Transport,
): void {
  if (consumers.length === 0) return;
  const { systemPool: pool, nats: link, settings, lifetime, logger } = parts;
  const replicas = settings.TIMBRE_NATS_REPLICAS;
  const deadLetters = createDeadLetters({ service, consumers, link, pool, logger, replicas });
  deadLetters.start();
  lifetime.closes('dead letters', () => deadLetters.stop());
  gaugeMetric('timbre_dead_letters', () => countDeadLetters(pool));
  for (const consumer of consumers) {
    consumer.start();
    lifetime.closes(consumer.name, () => consumer.stop());
    observeConsumer(consumer.name, () => backlogOf(link, consumer.stream, consumer.name));
  }
}
