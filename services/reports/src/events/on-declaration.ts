import { satSync } from '@timbre/contract';
import {
  readPayload,
  transactionConsumer,
  type ConsumerParts,
  type EventConsumer,
  type ReceivedEvent,
  type Transaction,
} from '@timbre/kit';
import { storeDeclaration } from '../store/taxes';

/** Knows the declarations of the organization: sat_sync.declaration.changed. */
export const onDeclaration = (event: ReceivedEvent, tx: Transaction): Promise<void> =>
  storeDeclaration(tx, readPayload(satSync.Declaration, event.payload), event.occurredAt);

export const declarationConsumer = (parts: ConsumerParts): EventConsumer =>
  transactionConsumer(
    parts,
    {
      name: 'reports-declarations',
      service: 'sat-sync',
      subject: 'sat_sync.declaration.changed',
    },
    onDeclaration,
  );
