import { accounts } from '@timbre/contract';
import {
  batchConsumer,
  type ConsumerParts,
  type EventConsumer,
  type ReceivedEvent,
  type Transaction,
} from '@timbre/kit';
import { tellDebt } from '../workflows/tell-debt';
import { toldBy } from './told-by';

/** Counts what is owed of documents of customers: accounts.receivable.changed. */
export async function onReceivable(
  events: readonly ReceivedEvent[],
  tx: Transaction,
): Promise<void> {
  await tellDebt(tx, toldBy(accounts.DocumentBalance, events));
}

export const receivableConsumer = (parts: ConsumerParts): EventConsumer =>
  batchConsumer(
    parts,
    { name: 'reports-receivables', subject: 'accounts.receivable.changed', service: 'accounts' },
    onReceivable,
  );
