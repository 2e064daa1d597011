import type { Pool } from 'pg';
import type { Logger } from '../telemetry/logger';

const everyMs = 3_600_000;
const batch = 1_000;

/**
 * A table whose old rows are deleted, the column with their age, and the days for which they are kept;
 * each table has an index on that column.
 */
const ages = {
  // Longer than the 72 hours in which a PAC may still be asked about a document.
  idempotency: { column: 'created_at', days: 30 },
  limit_uses: { column: 'created_at', days: 30 },
  activity_hours: { column: 'hour', days: 396 },
} as const;

/** A table whose rows are kept for some time. */
export type AgingTable = keyof typeof ages;

/** Deleting a row twice is harmless, so replicas need no lock on the rows that they select. */
function forget(table: AgingTable): string {
  const { column, days } = ages[table];
  return `delete from ${table} where ctid = any(array(
    select ctid from ${table} where ${column} < now() - interval '${days} days'
    order by ${column} limit ${batch}))`;
}

/** Deletes rows that are too old, in small batches, as the system role. */
export async function forgetOld(systemPool: Pool, tables: AgingTable[]): Promise<void> {
  for (const table of tables) {
    while ((await systemPool.query(forget(table))).rowCount === batch);
  }
}

/**
 * Deletes idempotency records, and rows of the named tables, that are too old.
 * @returns a function that stops it
 */
export function startRetention(
  systemPool: Pool,
  logger: Logger,
  others: readonly AgingTable[] = [],
): () => void {
  const timer = setInterval(() => {
    forgetOld(systemPool, ['idempotency', ...others]).catch((error: unknown) =>
      logger.warn({ err: error }, 'expired rows could not be deleted'),
    );
  }, everyMs);
  return () => clearInterval(timer);
}
