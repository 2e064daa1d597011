import { Pool } from 'pg';
import type { Logger } from '../telemetry/logger';
import { observePool } from '../telemetry/metrics';
import { connectionOf, type ConnectionOptions } from './connection';

/**
 * The time in milliseconds after which the server is considered lost and the connection is closed.
 * The time is longer than any statement of the system role takes.
 */
const answerTimeoutMs = 60_000;

/**
 * Opens connections of the system role, for the outbox relay, retention and reconcilers. An error
 * on an idle connection does not end the process.
 */
export function createSystemPool(
  connection: ConnectionOptions,
  name: string,
  logger: Logger,
): Pool {
  const pool = new Pool({
    ...connectionOf(connection),
    max: 4,
    application_name: `${name}-system`,
    query_timeout: answerTimeoutMs,
  });
  const log = (error: Error) => logger.warn({ err: error }, 'a database connection was lost');
  pool.on('error', log);
  pool.on('connect', (client) => client.on('error', log));
  observePool('system', pool);
  return pool;
}
