import { Pool } from 'pg';

/**
 * Creates a test's pool. The test's database is dropped by force when the file ends, even while a connection
 * is closing. Errors of that connection are ignored.
 */
export function testPool(connectionString: string, max = 4): Pool {
  const pool = new Pool({ connectionString, max });
  const expected = (): void => undefined;
  pool.on('error', expected);
  pool.on('connect', (client) => client.on('error', expected));
  return pool;
}
