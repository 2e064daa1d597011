import type { commerce } from '@timbre/contract';
import { Decimal } from '@timbre/fiscal';
import { conflict, createRun, type Operation, type Transaction } from '@timbre/kit';
import { announceExpense } from '../store/expense-events';
import { Expense, expenseDetail } from '../store/expenses';
import { presentExpenses } from '../store/owed-documents';

/**
 * Undoes settlements of an expense: accounts reverses the transaction that they made. A repeated request has no
 * further effect. @throws Refusal not_found; conflict already_reversed by another request
 */
export const reverseSettlements: Operation<
  commerce.ReverseSettlementsRequest,
  unknown,
  commerce.Expense
> = {
  async run(runtime, context, request) {
    const run = createRun(runtime, context);
    await run.step((tx) => undo(tx, request));
    const [expense] = await presentExpenses(run.read, [request.expenseId]);
    return expense!;
  },
};

async function undo(
  tx: Transaction,
  { expenseId, settlementIds, reason, requestKey }: commerce.ReverseSettlementsRequest,
): Promise<void> {
  const expense = await tx.lock(Expense, expenseId, expenseDetail.name);
  const others = await tx.rows(
    `select 1 from expense_settlement_reversals where org_id = $1 and settlement_id = any($2::uuid[])
       and request_key <> $3`,
    [tx.organizationId, settlementIds, requestKey],
  );
  if (others.length > 0) throw conflict('The transaction is reversed already.', 'already_reversed');
  const undone = await tx.rows<{ amount: string }>(
    `with undone as (
       insert into expense_settlement_reversals (org_id, settlement_id, reason, request_key, reversed_at)
       select s.org_id, s.id, $4, $5, $6 from expense_settlements s
       where s.org_id = $1 and s.expense_id = $2::uuid and s.id = any($3::uuid[])
       on conflict do nothing returning settlement_id)
     select s.amount::text as amount from undone u
     join expense_settlements s on s.org_id = $1 and s.id = u.settlement_id`,
    [tx.organizationId, expense.id, settlementIds, reason, requestKey, tx.now],
  );
  if (undone.length === 0) return;
  const back = Decimal.sum(undone.map(({ amount }) => Decimal.from(amount)));
  expense.settledAmount = Decimal.from(expense.settledAmount).minus(back).toString();
  expense.updatedAt = tx.now;
  await announceExpense(tx, 'changed', expense);
}
