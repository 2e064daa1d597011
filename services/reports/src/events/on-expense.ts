import { commerce } from '@timbre/contract';
import {
  readPayload,
  transactionConsumer,
  type ConsumerParts,
  type EventConsumer,
  type ReceivedEvent,
  type Transaction,
} from '@timbre/kit';
import { tellExpense } from '../workflows/tell-expense';

/**
 * Counts an expense, whatever happened to it: commerce.expense.recorded, commerce.expense.changed,
 * commerce.expense.settled, commerce.expense.cfdi_linked and commerce.expense.deleted.
 */
export async function onExpense(event: ReceivedEvent, tx: Transaction): Promise<void> {
  await tellExpense(tx, readPayload(commerce.Expense, event.payload), event.occurredAt);
}

export const expenseConsumer = (parts: ConsumerParts): EventConsumer =>
  transactionConsumer(
    parts,
    { name: 'reports-expenses', subject: 'commerce.expense.*', service: 'commerce' },
    onExpense,
  );
