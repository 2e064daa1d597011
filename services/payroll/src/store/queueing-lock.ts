import type { Transaction } from '@timbre/kit';

const queueing = 740_216;

/** One transaction of an organization at a time decides which receipts are queued, until it ends.
 * Two that pay the same period, or share a month's subsidy, would not see each other's. */
export async function lockQueueing(tx: Transaction): Promise<void> {
  await tx.execute('select pg_advisory_xact_lock(?, hashtext(?))', [queueing, tx.organizationId]);
}
