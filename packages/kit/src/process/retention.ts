import type { Pool } from 'pg';
import type { Logger } from '../telemetry/logger';

const everyMs = 3_600_000;
const batch = 1_000;

/**
 * The tables whose old rows are deleted. Each entry names the column that determines a row's age,
 * and the number of days for which rows are kept. Each of these columns has an index.
 */
const ages = {
  // Idempotency records are kept for longer than the 72 hours in which a PAC can still be asked
  // about a document.
  idempotency: { column: 'created_at', days: 30 },
  // Claims of crashed workers.
  job_claims: { column: 'until', days: 1 },
  limit_uses: { column: 'created_at', days: 30 },
  activity_hours: { column: 'hour', days: 396 },
} as const;

/** The name of a table whose rows are kept for a limited time. */
export type AgingTable = keyof typeof ages;

/**
 * Returns the statement that deletes a batch of old rows. The selected rows are not locked, because
 * it is harmless if two replicas delete the same rows.
 */
function forget(table: AgingTable): string {
  const { column, days } = ages[table];
  return `delete from ${table} where ctid = any(array(
    select ctid from ${table} where ${column} < now() - interval '${days} days'
    order by ${column} limit ${batch}))`;
}

/** Deletes rows whose retention has ended, in small batches, as the system role. */
export async function forgetOld(systemPool: Pool, tables: AgingTable[]): Promise<void> {
  for (const table of tables) {
    while ((await systemPool.query(forget(table))).rowCount === batch);
  }
}

/**
 * Repeatedly deletes idempotency records, job claims and rows of the named tables whose retention
 * has ended.
 * @returns a function that stops the deletion
 */
export function startRetention(
  systemPool: Pool,
  logger: Logger,
  others: readonly AgingTable[] = [],
): () => void {
  const timer = setInterval(() => {
    forgetOld(systemPool, ['idempotency', 'job_claims', ...others]).catch((error: unknown) =>
      logger.warn({ err: error }, 'expired rows could not be deleted'),
    );
  }, everyMs);
  return () => clearInterval(timer);
}
