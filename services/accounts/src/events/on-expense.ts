import { commerce } from '@timbre/contract';
import {
  readPayload,
  transactionConsumer,
  type ConsumerParts,
  type EventConsumer,
  type ReceivedEvent,
  type Transaction,
} from '@timbre/kit';
import { postExpense } from '../workflows/post-expense';

/** Posts the current state of an expense after any of its events. */
export async function onExpense(event: ReceivedEvent, tx: Transaction): Promise<void> {
  const expense = readPayload(commerce.Expense, event.payload);
  await postExpense(tx, expense, event.id, event.subject === 'commerce.expense.settled');
}

export const expenseConsumer = (parts: ConsumerParts): EventConsumer =>
  transactionConsumer(
    parts,
    { name: 'accounts-expenses', subject: 'commerce.expense.*', service: 'commerce' },
    onExpense,
  );
