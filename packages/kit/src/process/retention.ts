import type { Pool } from 'pg';
import type { Logger } from '../telemetry/logger';

/** Longer than the 72 hours in which a PAC may still be asked about a document. */
const keptDays = 30;
const everyMs = 3_600_000;
const batch = 1_000;

/**
 * A table whose old rows are deleted, and the column with their age; each table has an index on
 * that column.
 */
const ages = { idempotency: 'created_at', activity: 'at' } as const;

type Table = keyof typeof ages;

/** Deleting a row twice is harmless, so replicas need no lock on the rows that they select. */
const forget = (table: Table) => `delete from ${table} where ctid = any(array(
  select ctid from ${table} where ${ages[table]} < now() - interval '${keptDays} days'
  order by ${ages[table]} limit ${batch}))`;

/** Deletes rows older than thirty days, in small batches, as the system role. */
export async function forgetOld(systemPool: Pool, tables: Table[]): Promise<void> {
  for (const table of tables) {
    while ((await systemPool.query(forget(table))).rowCount === batch);
  }
}

/**
 * Deletes idempotency records, and rows of the named tables, after thirty days.
 * @returns a function that stops it
 */
export function startRetention(systemPool: Pool, logger: Logger, others: Table[] = []): () => void {
  const timer = setInterval(() => {
    forgetOld(systemPool, ['idempotency', ...others]).catch((error: unknown) =>
      logger.warn({ err: error }, 'expired rows could not be deleted'),
    );
  }, everyMs);
  return () => clearInterval(timer);
}
