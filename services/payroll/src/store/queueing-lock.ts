import type { Transaction } from '@timbre/kit';

const queueing = 740_216;

/**
 * Lets one transaction of an organization at a time decide which receipts are queued. Otherwise two
 * transactions that pay the same period, or share a month's subsidy, would not see each other's
 * rows.
 */
export async function lockQueueing(tx: Transaction): Promise<void> {
  await tx.rows('select pg_advisory_xact_lock($1, hashtext($2))', [queueing, tx.organizationId]);
}
