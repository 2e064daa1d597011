import { commerce } from '@timbre/contract';
import {
  batchConsumer,
  type ConsumerParts,
  type EventConsumer,
  type ReceivedEvent,
  type Transaction,
} from '@timbre/kit';
import { tellExpense } from '../workflows/tell-expense';
import { toldBy } from './told-by';

/**
 * Counts expenses, whatever happened to them: commerce.expense.recorded, commerce.expense.changed,
 * commerce.expense.settled, commerce.expense.cfdi_linked and commerce.expense.deleted.
 */
export async function onExpense(events: readonly ReceivedEvent[], tx: Transaction): Promise<void> {
  await tellExpense(tx, toldBy(commerce.Expense, events));
}

export const expenseConsumer = (parts: ConsumerParts): EventConsumer =>
  batchConsumer(
    parts,
    { name: 'reports-expenses', subject: 'commerce.expense.*', service: 'commerce' },
    onExpense,
  );
