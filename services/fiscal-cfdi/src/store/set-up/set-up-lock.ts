import type { Transaction } from '@timbre/kit';

/** The class of the advisory locks for an organization's set-up. */
const lockClass = 7_140_022;

/**
 * Serializes the changes to an organization's fiscal set-up until the commit. Row locks are not enough,
 * because rules such as "the first series becomes the default" depend on rows that do not exist yet. Locks
 * are taken in this order: set-up, series, document, balances.
 */
export async function lockSetUp(tx: Transaction): Promise<void> {
  await tx.rows('select pg_advisory_xact_lock($1, hashtext($2))', [lockClass, tx.organizationId]);
}
