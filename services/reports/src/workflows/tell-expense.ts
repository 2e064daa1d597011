import type { commerce } from '@timbre/contract';
import type { Transaction } from '@timbre/kit';
import { expenseShape, factsOfExpense, supplierOf } from '../domain/expense-facts';
import { applyFacts } from '../store/apply-facts';
import { storeNames, type GroupName } from '../store/names';

/**
 * Counts an expense as it is now, and keeps the names of what it is of.
 * @param isForced replaces facts of the same version too
 * @returns whether its facts changed
 */
export async function tellExpense(
  tx: Transaction,
  expense: commerce.Expense,
  toldAt: Date,
  isForced = false,
): Promise<boolean> {
  const isChanged = await applyFacts(tx, expenseShape, factsOfExpense(expense), toldAt, isForced);
  const { version, expenseId, fields = {} } = expense;
  const told = `${fields.occurredAt} ${expenseId} ${String(version).padStart(10, '0')}`;
  const names: GroupName[] = [
    ['category', fields.categoryId, expense.categoryName],
    ['location', fields.locationId, expense.locationName],
    ['supplier', supplierOf(fields), fields.supplierName?.trim()],
  ];
  await storeNames(tx, names, told);
  return isChanged;
}
