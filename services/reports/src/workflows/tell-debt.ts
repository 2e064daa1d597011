import type { accounts } from '@timbre/contract';
import type { Transaction } from '@timbre/kit';
import { collectionShape, factsOfDebt } from '../domain/collection-facts';
import { applyFacts } from '../store/apply-facts';
import { storeNames } from '../store/names';

/**
 * Counts what a customer owes of a document as it is now, and keeps the name of the customer.
 * @param isForced replaces facts of the same version too
 * @returns whether its facts changed
 */
export async function tellDebt(
  tx: Transaction,
  debt: accounts.DocumentBalance,
  toldAt: Date,
  isForced = false,
): Promise<boolean> {
  const facts = factsOfDebt(debt);
  if (!facts) return false;
  const isChanged = await applyFacts(tx, collectionShape, facts, toldAt, isForced);
  const { contact: key, name } = debt;
  const told = `${toldAt.toISOString()} ${debt.documentRef}`;
  // Sales receipts tell the names of customers too; what is told later wins.
  await storeNames(tx, [['customer', key, name]], told);
  return isChanged;
}
