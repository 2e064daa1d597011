import type { Pool } from 'pg';
import type { SqlExecutor } from '../src/messaging/sql-executor';

/**
 * Runs a function in a transaction of the application role; commits unless the function rejects.
 */
export async function transaction(
  pool: Pool,
  work: (tx: SqlExecutor) => Promise<void>,
): Promise<void> {
  const client = await pool.connect();
  const rows = async (sql: string, values: unknown[]): Promise<unknown[]> =>
    (await client.query(sql, values)).rows;
  try {
    await client.query('begin');
    await work({ rows });
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}
