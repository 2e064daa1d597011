import { accounts } from '@timbre/contract';
import {
  readPayload,
  transactionConsumer,
  type ConsumerParts,
  type EventConsumer,
  type ReceivedEvent,
  type Transaction,
} from '@timbre/kit';
import { tellDebt } from '../workflows/tell-debt';

/** Counts what is owed of a document of a customer: accounts.receivable.changed. */
export async function onReceivable(event: ReceivedEvent, tx: Transaction): Promise<void> {
  await tellDebt(tx, readPayload(accounts.DocumentBalance, event.payload), event.occurredAt);
}

export const receivableConsumer = (parts: ConsumerParts): EventConsumer =>
  transactionConsumer(
    parts,
    { name: 'reports-receivables', subject: 'accounts.receivable.changed', service: 'accounts' },
    onReceivable,
  );
