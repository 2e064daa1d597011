import type { Transaction } from '@timbre/kit';

const facts = 740_303;

/**
 * Locks the stored data of a taxpayer until the commit, because a synchronization, an uploaded file and a
 * check may store the same data at the same time. The lock of a taxpayer's data is an advisory
 * lock, because the database row may not exist yet.
 */
export async function lockFacts(tx: Transaction, rfc: string): Promise<void> {
  const key = `${tx.organizationId} ${rfc}`;
  await tx.rows('select pg_advisory_xact_lock($1, hashtext($2))', [facts, key]);
}
