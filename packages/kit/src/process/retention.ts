import type { Pool } from 'pg';
import type { Logger } from '../telemetry/logger';

/** Longer than the 72 hours in which a PAC may still be asked about a document. */
const keptDays = 30;
const everyMs = 3_600_000;
const batch = 1_000;

/** What is forgotten, with the column that tells its age; each has an index on it. */
const ages = { idempotency: 'created_at', activity: 'at' } as const;

type Table = keyof typeof ages;

/** Deleting the same row twice is harmless, so replicas need no lock on what they choose. */
const forget = (table: Table) => `delete from ${table} where ctid = any(array(
  select ctid from ${table} where ${ages[table]} < now() - interval '${keptDays} days'
  order by ${ages[table]} limit ${batch}))`;

/** Forgets what is past its thirty days, in small batches, as the system role. */
export async function forgetOld(systemPool: Pool, tables: Table[]): Promise<void> {
  for (const table of tables) {
    while ((await systemPool.query(forget(table))).rowCount === batch);
  }
}

/**
 * Forgets idempotency records, and other tables that are named, after thirty days.
 * @returns a function that ends it
 */
export function startRetention(systemPool: Pool, logger: Logger, others: Table[] = []): () => void {
  const timer = setInterval(() => {
    forgetOld(systemPool, ['idempotency', ...others]).catch((error: unknown) =>
      logger.warn({ err: error }, 'what is past its days could not be forgotten'),
    );
  }, everyMs);
  return () => clearInterval(timer);
}
