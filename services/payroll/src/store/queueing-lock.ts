import type { Transaction } from '@timbre/kit';

const queueing = 740_216;

/**
 * Locks queueing, so that only one transaction of an organization at a time decides which receipts are
 * queued. Without the lock, two transactions that pay the same period, or share the subsidy of a month,
 * would not read each other's rows.
 */
export async function lockQueueing(tx: Transaction): Promise<void> {
  await tx.rows('select pg_advisory_xact_lock($1, hashtext($2))', [queueing, tx.organizationId]);
}
