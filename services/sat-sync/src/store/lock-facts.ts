import type { Transaction } from '@timbre/kit';

const facts = 740_303;

/**
 * Locks the stored data of a taxpayer until the commit; its row may not exist yet. The lock is
 * needed because a synchronization, a file and a check may bring the same data at the same time.
 */
export async function lockFacts(tx: Transaction, rfc: string): Promise<void> {
  const key = `${tx.organizationId} ${rfc}`;
  await tx.rows('select pg_advisory_xact_lock($1, hashtext($2))', [facts, key]);
}
