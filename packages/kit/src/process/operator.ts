import type { EntitySchema } from '@mikro-orm/postgresql';
import { commandAcquireMs } from '../database/connection';
import { openDatabase } from '../database/database';
import type { Runtime } from '../operation/runtime';
import { createLogger } from '../telemetry/logger';
import { runtimeOf } from './service';

/** The deployment that an operator's command works on. */
export interface Deployment {
  databaseUrl: string;
  environment: Runtime['environment'];
}

/** What a command needs of its service. */
export interface OperatorParts<Providers> extends Deployment {
  service: string;
  entities: EntitySchema[];
  constraints: Runtime['constraints'];
  providers: Providers;
  /** How long a statement may take. Default: that of a service. */
  answerTimeoutMs?: number;
}

/** Runs an operator's command on a service's database, while the service may be running. */
export async function asOperator<Providers, Answer>(
  { databaseUrl: url, service, entities, answerTimeoutMs, ...rest }: OperatorParts<Providers>,
  work: (runtime: Runtime<Providers>) => Promise<Answer>,
): Promise<Answer> {
  const name = `${service}-operator`;
  const logger = createLogger(name, 'warn');
  const acquireTimeoutMs = commandAcquireMs;
  const options = { url, acquireTimeoutMs, entities, poolSize: 2, name, logger };
  const database = await openDatabase({
    ...options,
    ...(answerTimeoutMs === undefined ? {} : { answerTimeoutMs }),
  });
  const { environment, constraints, providers } = rest;
  const eventsLeft = () => undefined;
  const parts = { environment, database, providers, constraints, eventsLeft, logger } as const;
  try {
    return await work(runtimeOf(parts));
  } finally {
    await database.close();
  }
}
