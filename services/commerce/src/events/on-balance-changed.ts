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
import { learnOwed } from '../workflows/learn-owed';
import { learnPaid } from '../workflows/learn-paid';

/**
 * Handles accounts.payable.changed: stores how much of an expense is covered by payments to its
 * supplier. An event is published if the expense changes.
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

/**
 * Handles accounts.receivable.changed: stores the balances of sales on credit, their payment forms
 * and their plans. The versions of the sales do not change.
 */
export async function onReceivablesChanged(
  events: readonly ReceivedEvent[],
  tx: Transaction,
): Promise<void> {
  await learnOwed(
    tx,
    events.map(({ payload }) => readPayload(accounts.DocumentBalance, payload)),
  );
}

/** Balances of CFDI and of other documents that commerce does not store have no effect here. */
const interest = (side: 'payable' | 'receivable', prefix: 'expense' | 'sales_receipt') => ({
  name: `commerce-${side}s`,
  subject: `accounts.${side}.changed`,
  service: 'accounts',
  concerns: ({ payload }: ReceivedEvent) =>
    parseDocumentRef(readPayload(accounts.DocumentBalance, payload).documentRef, prefix) !==
    undefined,
});

/** Creates two consumers: one for payables and one for receivables. */
export const balanceConsumers = (parts: ConsumerParts): EventConsumer[] => [
  transactionConsumer(parts, interest('payable', 'expense'), onPayableChanged),
  batchConsumer(parts, interest('receivable', 'sales_receipt'), onReceivablesChanged),
];
