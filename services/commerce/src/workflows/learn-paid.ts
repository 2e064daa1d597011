import type { commerce } from '@timbre/contract';
import { Decimal } from '@timbre/fiscal';
import type { Transaction } from '@timbre/kit';
import { raisePaidVersion, type Expense } from '../store/expenses';

/**
 * Stores on a locked expense the amount that payments to its supplier cover, as reported by
 * accounts. Only the newest of several versions counts.
 * @returns whether the expense has changed
 */
export async function learnPaid(
  tx: Transaction,
  expense: Expense,
  paid: commerce.ExpensePaid | undefined,
): Promise<boolean> {
  if (!paid) return false;
  const isNews = await raisePaidVersion(tx, expense.id, paid.version);
  const isSame = Decimal.from(expense.paidAmount).equals(Decimal.from(paid.amount));
  if (!isNews || isSame) return false;
  expense.paidAmount = paid.amount;
  return true;
}
