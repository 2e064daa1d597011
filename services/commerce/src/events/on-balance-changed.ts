import { LockMode } from '@mikro-orm/postgresql';
import { accounts } from '@timbre/contract';
import { Decimal, parseDocumentRef } from '@timbre/fiscal';
import {
  readPayload,
  transactionConsumer,
  type ConsumerParts,
  type EventConsumer,
  type ReceivedEvent,
  type Transaction,
} from '@timbre/kit';
import { announceExpense } from '../store/expense-events';
import { Expense } from '../store/expenses';

/**
 * Knows what accounts says of an expense, what payments to the supplier cover of it, and of a sale on
 * credit, what is owed of it and its plan: accounts.payable.changed and accounts.receivable.changed.
 * An expense that is paid so is announced; the version of a sale does not change.
 */
export async function onBalanceChanged(event: ReceivedEvent, tx: Transaction): Promise<void> {
  const balance = readPayload(accounts.DocumentBalance, event.payload);
  const { documentRef, version, open, paid, planId } = balance;
  const expense = parseDocumentRef(documentRef, 'expense');
  if (expense) await storePaid(tx, { id: expense.id, paid: paid ?? '0', version });
  const receipt = parseDocumentRef(documentRef, 'sales_receipt');
  if (receipt) {
    await tx.rows(
      `update sales_receipts set operational_balance = $3, receivable_plan_id = $5,
         receivable_version = $4
       where org_id = $1 and id = $2 and receivable_version < $4 and sale_type = 'credit'`,
      [tx.organizationId, receipt.id, open, version, planId ?? null],
    );
  }
}

async function storePaid(
  tx: Transaction,
  { id, paid, version }: { id: string; paid: string; version: number },
): Promise<void> {
  const news = await tx.rows(
    `update expenses set paid_version = $3 where org_id = $1 and id = $2 and paid_version < $3
     returning 1`,
    [tx.organizationId, id, version],
  );
  if (news.length === 0) return;
  const lockMode = LockMode.PESSIMISTIC_WRITE;
  const expense = await tx.findBy(Expense, { id }, { lockMode });
  if (!expense || Decimal.from(expense.paidAmount).equals(Decimal.from(paid))) return;
  expense.paidAmount = paid;
  await announceExpense(tx, 'changed', expense);
}

/** One consumer for each side. */
export const balanceConsumers = (parts: ConsumerParts): EventConsumer[] =>
  ['payable', 'receivable'].map((side) => {
    const subject = `accounts.${side}.changed`;
    const name = `commerce-${side}s`;
    return transactionConsumer(parts, { name, subject, service: 'accounts' }, onBalanceChanged);
  });
