import type { Transaction } from '@timbre/kit';

const facts = 740_303;

/**
 * Serializes what is stored of a taxpayer, whose row may not exist yet: a synchronization, a file and a
 * check may bring the same at once.
 */
export async function lockFacts(tx: Transaction, rfc: string): Promise<void> {
  const key = `${tx.organizationId} ${rfc}`;
  await tx.rows('select pg_advisory_xact_lock($1, hashtext($2))', [facts, key]);
}
