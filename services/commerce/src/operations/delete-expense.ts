import type { commerce } from '@timbre/contract';
import { command, conflict, replyValue } from '@timbre/kit';
import { changeRefusal } from '../domain/expense';
import { announceExpense } from '../store/expense-events';
import { Expense, expenseDetail, expenseIdOf, expenseRef } from '../store/expenses';

/** What was posted for it is reversed by the consumers of its event. */
export const deleteExpense = command(async (tx, { documentRef }: commerce.DeleteExpenseRequest) => {
  const expense = await tx.lock(Expense, expenseIdOf(documentRef), expenseDetail.name);
  const refused = changeRefusal(expense);
  if (refused) throw conflict(refused.message, refused.reason);
  await announceExpense(tx, 'deleted', expense);
  await tx.remove(expense);
  return replyValue({ documentRef: expenseRef(expense.id), deleted: true });
});
