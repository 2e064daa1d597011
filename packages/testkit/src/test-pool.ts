import { Pool } from 'pg';

/**
 * Creates a connection pool for a test. The test database is dropped by force when the file ends, even while
 * a connection is closing. Errors of such a connection are ignored.
 */
export function testPool(connectionString: string, max = 4): Pool {
  const pool = new Pool({ connectionString, max });
  const expected = (): void => undefined;
  pool.on('error', expected);
  pool.on('connect', (client) => client.on('error', expected));
  return pool;
}
