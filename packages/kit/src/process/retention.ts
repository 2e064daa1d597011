import type { Pool } from 'pg';
import type { Logger } from './logger';

/** Longer than the 72 hours in which a PAC may still be asked about a document. */
const keptDays = 30;
const everyMs = 3_600_000;
const batch = 1_000;

const forget = `delete from idempotency where ctid in (
  select ctid from idempotency where created_at < now() - interval '${keptDays} days'
  order by created_at limit ${batch} for update skip locked)`;

/**
 * Forgets idempotency records after thirty days, in small batches, as the system role.
 * @returns a function that ends it
 */
export function startRetention(systemPool: Pool, logger: Logger): () => void {
  const run = async () => {
    while ((await systemPool.query(forget)).rowCount === batch);
  };
  const timer = setInterval(() => {
    run().catch((error: unknown) => logger.warn({ err: error }, 'old keys could not be forgotten'));
  }, everyMs);
  return () => clearInterval(timer);
}
