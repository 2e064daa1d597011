import type { commerce } from '@timbre/contract';
import { Decimal } from '@timbre/fiscal';
import type { Transaction } from '@timbre/kit';
import { raisePaidVersion, type Expense } from '../store/expenses';

/**
 * Stores how much of an expense is covered by payments to its supplier, as reported by the accounts
 * service. The caller must have locked the expense. A report with an older version than the stored
 * version is ignored.
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
