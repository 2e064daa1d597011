import type { commerce } from '@timbre/contract';
import { firstIn, Decimal } from '@timbre/fiscal';
import { conflict, createRun, type Operation, type Transaction } from '@timbre/kit';
import { announceExpense } from '../store/expense-events';
import { addReversals, Expense, expenseDetail, isReversedByOther } from '../store/expenses';
import { presentExpenses } from '../store/owed-documents';

/**
 * Reverses settlements of an expense when the accounts service reverses the transaction of the
 * settlements. A repeated request has no further effect.
 * @throws Refusal not_found; conflict already_reversed if another request has reversed one of the
 * settlements
 */
export const reverseSettlements: Operation<
  commerce.ReverseSettlementsRequest,
  unknown,
  commerce.Expense
> = {
  async run(runtime, context, request) {
    const run = createRun(runtime, context);
    await run.step((tx) => undo(tx, request));
    return firstIn(await presentExpenses(run.read, [request.expenseId]));
  },
};

async function undo(tx: Transaction, request: commerce.ReverseSettlementsRequest): Promise<void> {
  const expense = await tx.lock(Expense, request.expenseId, expenseDetail.name);
  if (await isReversedByOther(tx, request)) {
    throw conflict('The transaction is reversed already.', 'already_reversed');
  }
  const undone = await addReversals(tx, { ...request, expenseId: expense.id });
  if (undone.length === 0) return;
  const back = Decimal.sum(undone.map((amount) => Decimal.from(amount)));
  expense.settledAmount = Decimal.from(expense.settledAmount).minus(back).toString();
  expense.updatedAt = tx.now;
  await announceExpense(tx, 'changed', expense);
}
