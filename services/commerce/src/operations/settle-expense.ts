import type { commerce } from '@timbre/contract';
import { Decimal } from '@timbre/fiscal';
import { command, conflict, invalid, replyWith, requireJudged } from '@timbre/kit';
import { settlementIssues, settlementRefusal } from '../domain/expense';
import { announceExpense } from '../store/expense-events';
import {
  countSettlements,
  Expense,
  expenseDetail,
  expenseIdOf,
  ExpenseSettlement,
} from '../store/expenses';
import { requireOpenFence } from '../store/fences';
import { todayAt } from '../store/locations';
import { placeOf } from '../workflows/expense-references';
import { learnPaid } from '../workflows/learn-paid';

/**
 * The maximum number of settlements of an expense. The number is limited, because every response
 * and event with an expense contains all its settlements.
 */
const settlementsMax = 100;

/**
 * - too_many_settlements: the expense has too many settlements; settle the rest with one
 */
export const settleExpense = command(async (tx, request: commerce.SettleExpenseRequest) => {
  const { documentRef, amount, paidOn, paymentForm, reference } = request;
  const expense = await tx.lock(Expense, expenseIdOf(documentRef), expenseDetail.name);
  await requireJudged(tx, expenseDetail, expense.id);
  await requireOpenFence(tx, 'expense', expense.id, request.fence);
  await learnPaid(tx, expense, request.paid);
  const today = todayAt(tx.businessNow, await placeOf(tx, expense.locationId));
  const issues = settlementIssues(request, today, expense.businessDate);
  if (issues.length > 0) throw invalid(issues);
  const refused = settlementRefusal(expense, Decimal.from(amount));
  if (refused) throw conflict(refused.message, refused.reason);
  if ((await countSettlements(tx, expense.id)) >= settlementsMax) {
    const message = `An expense has at most ${settlementsMax} settlements; settle the rest as one.`;
    throw conflict(message, 'too_many_settlements');
  }
  expense.settledAmount = Decimal.from(expense.settledAmount).plus(Decimal.from(amount)).toString();
  expense.updatedAt = tx.now;
  const settlement = { amount, paidOn, paymentForm };
  const row = { ...settlement, expenseId: expense.id, reference: reference ?? null };
  const settlementId = tx.add(ExpenseSettlement, { ...row, recordedAt: tx.now });
  await announceExpense(tx, 'settled', expense, [{ settlementId, ...settlement, reference }]);
  return replyWith(expenseDetail, expense.id);
});
