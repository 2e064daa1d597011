import type { commerce } from '@timbre/contract';
import { command, conflict, replyValue } from '@timbre/kit';
import { changeRefusal } from '../domain/expense';
import { announceExpense } from '../store/expense-events';
import { Expense, expenseDetail, expenseIdOf, expenseRef } from '../store/expenses';
import { requireOpenFence } from '../store/fences';
import { learnPaid } from '../workflows/learn-paid';

/** Deletes an expense. Services that receive the event reverse the postings of the expense. */
export const deleteExpense = command(async (tx, request: commerce.DeleteExpenseRequest) => {
  const id = expenseIdOf(request.documentRef);
  const expense = await tx.lock(Expense, id, expenseDetail.name);
  await requireOpenFence(tx, 'expense', expense.id, request.fence);
  await learnPaid(tx, expense, request.paid);
  const refused = changeRefusal(expense);
  if (refused) throw conflict(refused.message, refused.reason);
  await announceExpense(tx, 'deleted', expense);
  await tx.remove(expense);
  return replyValue({ documentRef: expenseRef(expense.id), deleted: true });
});
