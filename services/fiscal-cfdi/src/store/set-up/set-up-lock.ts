import type { Transaction } from '@timbre/kit';

/** Class of the advisory locks that guard an organization's set-up. */
const lockClass = 7_140_022;

/**
 * Lets one change of an organization's fiscal set-up run at a time, until it commits: rules such as
 * "the first becomes the default" look at rows that are not there yet and cannot be locked. First
 * in the order of locks: organization settings, series, document, balances.
 */
export async function lockSetUp(tx: Transaction): Promise<void> {
  await tx.execute('select pg_advisory_xact_lock(?, hashtext(?))', [lockClass, tx.organizationId]);
}
