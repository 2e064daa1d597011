import type { commerce } from '@timbre/contract';
import type { Transaction } from '@timbre/kit';
import { factsOfExpense, type Facts } from '../domain/facts';
import { postFacts } from './post-facts';

/** What the ledger reads of an expense. */
export function factsOf({ fields, settlements, ...expense }: commerce.Expense): Facts {
  const { settlementMode, total, supplierId, supplierName, businessDate, dueOn } = fields!;
  return factsOfExpense({
    ...{ ...expense, supplierId, supplierName, dueOn },
    ...{ settlementMode: settlementMode!, total: total!, businessDate: businessDate! },
  });
}

/**
 * Posts the state of an expense.
 * @param source names what told of it
 * @param isSettled whether it is news of its last settlement, which dates the transaction
 */
export async function postExpense(
  tx: Transaction,
  expense: commerce.Expense,
  source: string,
  isSettled: boolean,
): Promise<void> {
  const facts = factsOf(expense);
  const occurredOn = isSettled ? expense.settlements.at(-1)!.paidOn : facts.occurredOn;
  await postFacts(tx, facts, source, occurredOn);
}
