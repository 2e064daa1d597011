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
  /**
   * The time without a response from the server after which the connection is closed, in
   * milliseconds.
   */
  answerTimeoutMs?: number;
}

/**
 * The default of `answerTimeoutMs`. It is longer than the 5 s after which PostgreSQL itself ends a
 * statement of the application role.
 */
const answerTimeoutMs = 15_000;

/**
 * The database of one service: the ORM for commands that load and change aggregates, the pool that the ORM
 * uses, and pipelines for single prepared statements.
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
  // The process must start while the database is down. /readyz reports the state of the database.
  await orm.connect().catch((error: unknown) => options.logger.warn({ err: error }, 'no database'));
  const pool = (await orm.em.getConnection().getNativeClient()) as Pool;
  observePool('app', pool);
  // Without prepared statements there are no pipelines, because PgBouncer 1.18 and other old
  // poolers confuse the statements in a pipeline.
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
