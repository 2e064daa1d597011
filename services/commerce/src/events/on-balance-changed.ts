import { LockMode } from '@mikro-orm/postgresql';
import { accounts } from '@timbre/contract';
import { parseDocumentRef } from '@timbre/fiscal';
import {
  batchConsumer,
  readPayload,
  transactionConsumer,
  type ConsumerParts,
  type EventConsumer,
  type ReceivedEvent,
  type Transaction,
} from '@timbre/kit';
import { announceExpense } from '../store/expense-events';
import { Expense } from '../store/expenses';
import { learnPaid } from '../workflows/learn-paid';

/**
 * Knows what payments to the supplier cover of an expense, accounts.payable.changed. An expense that is
 * paid so is announced.
 */
export async function onPayableChanged(event: ReceivedEvent, tx: Transaction): Promise<void> {
  const balance = readPayload(accounts.DocumentBalance, event.payload);
  const { documentRef, version, paid: amount = '0' } = balance;
  const named = parseDocumentRef(documentRef, 'expense');
  if (!named) return;
  const lockMode = LockMode.PESSIMISTIC_WRITE;
  const expense = await tx.findBy(Expense, { id: named.id }, { lockMode });
  const isChanged = expense && (await learnPaid(tx, expense, { amount, version }));
  if (isChanged) await announceExpense(tx, 'changed', expense);
}

/** Of several versions of a sale the newest counts. Rows are locked in one order. */
const storeOwed = `with told as (
    select distinct on (x.id) x.*
    from unnest($2::uuid[], $3::int[], $4::numeric[], $5::uuid[], $6::text[])
      x (id, version, open, plan_id, form)
    order by x.id, x.version desc),
  locked as materialized (select r.id from sales_receipts r join told on told.id = r.id
    where r.org_id = $1 and r.sale_type = 'credit' order by r.id for no key update of r)
  update sales_receipts r set operational_balance = told.open, receivable_plan_id = told.plan_id,
    receivable_version = told.version, paid_form = told.form
  from told join locked on locked.id = told.id
  where r.org_id = $1 and r.id = told.id and r.receivable_version < told.version`;

/**
 * Knows what is owed of sales on credit, what paid them, and their plans, accounts.receivable.changed. The versions of the
 * sales do not change.
 */
export async function onReceivablesChanged(
  events: readonly ReceivedEvent[],
  tx: Transaction,
): Promise<void> {
  const sales = events.flatMap(({ payload }) => {
    const owed = readPayload(accounts.DocumentBalance, payload);
    const receipt = parseDocumentRef(owed.documentRef, 'sales_receipt');
    return receipt ? [{ ...owed, id: receipt.id }] : [];
  });
  if (sales.length === 0) return;
  await tx.rows(storeOwed, [
    ...[tx.organizationId, sales.map(({ id }) => id), sales.map(({ version }) => version)],
    ...[sales.map(({ open }) => open), sales.map(({ planId }) => planId ?? null)],
    sales.map(({ formCode }) => formCode ?? null),
  ]);
}

const interest = (side: 'payable' | 'receivable') => ({
  name: `commerce-${side}s`,
  subject: `accounts.${side}.changed`,
  service: 'accounts',
});

/** One consumer for each side. */
export const balanceConsumers = (parts: ConsumerParts): EventConsumer[] => [
  transactionConsumer(parts, interest('payable'), onPayableChanged),
  batchConsumer(parts, interest('receivable'), onReceivablesChanged),
];
