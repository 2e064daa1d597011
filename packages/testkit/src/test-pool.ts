import { Pool } from 'pg';

/**
 * Connections of a test. Its database is dropped by force when the file ends, also under a
 * connection that is just closing; what that connection then reports is nobody's failure.
 */
export function testPool(connectionString: string, max = 4): Pool {
  const pool = new Pool({ connectionString, max });
  const expected = (): void => undefined;
  pool.on('error', expected);
  pool.on('connect', (client) => client.on('error', expected));
  return pool;
}
