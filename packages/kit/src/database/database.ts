import { MikroORM, type EntitySchema, type Options } from '@mikro-orm/postgresql';
import type { Pool } from 'pg';
import type { Logger } from '../telemetry/logger';
import { observePool } from '../telemetry/metrics';
import { connectionOf, type ConnectionOptions } from './connection';
import { onPool, openPipelines, type Statements } from './pipelines';

export interface DatabaseOptions extends ConnectionOptions {
  entities: EntitySchema[];
  poolSize: number;
  name: string;
  logger: Logger;
  /** The time in milliseconds after which a connection is closed if the server does not respond. */
  answerTimeoutMs?: number;
}

/**
 * The default of `answerTimeoutMs`. The default is longer than 5 s, the time after which PostgreSQL
 * cancels a statement of the application role.
 */
const answerTimeoutMs = 15_000;

/**
 * The database of one service: the ORM for commands that load and change entities, the pool that
 * the ORM uses, and pipelines for single prepared statements.
 */
export interface Database {
  orm: MikroORM;
  pool: Pool;
  statements: Statements;
  isReachable(): Promise<boolean>;
  close(): Promise<void>;
}

function ormOptions(options: DatabaseOptions): Options {
  return {
    clientUrl: options.url,
    entities: options.entities,
    pool: { min: 0, max: options.poolSize },
    driverOptions: {
      ...connectionOf({ ...options, isPlannedOnce: true }),
      query_timeout: options.answerTimeoutMs ?? answerTimeoutMs,
      idleTimeoutMillis: 60_000,
      application_name: options.name,
    },
    ensureDatabase: false,
    discovery: { warnWhenNoEntities: false },
    logger: (message) => options.logger.warn(message),
    debug: false,
  };
}

export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const orm = new MikroORM(ormOptions(options));
  // The process must also start while the database is down; /readyz reports the state of the
  // database.
  await orm.connect().catch((error: unknown) => options.logger.warn({ err: error }, 'no database'));
  const pool = (await orm.em.getConnection().getNativeClient()) as Pool;
  observePool('app', pool);
  // Without prepared statements, pipelines are not used, because PgBouncer 1.18 and other old
  // poolers mix up the statements of a pipeline.
  const pipelines = options.isPrepared === false ? undefined : openPipelines(pool, options.logger);
  if (pipelines) observePool('pipelines', pipelines.use);
  return {
    orm,
    pool,
    statements: pipelines ?? onPool(pool),
    isReachable: () => pool.query('select 1').then(() => true),
    close: async () => {
      await pipelines?.close();
      await orm.close(true);
    },
  };
}
