import { commerce } from '@timbre/contract';
import {
  batchConsumer,
  readPayload,
  type ConsumerParts,
  type EventConsumer,
  type ReceivedEvent,
  type Transaction,
} from '@timbre/kit';
import { adoptDocuments } from '../workflows/adopt-documents';

/**
 * commerce.contact.changed: stores names and RFCs of customers and suppliers, and assigns earlier
 * documents to them.
 */
export async function onContacts(events: readonly ReceivedEvent[], tx: Transaction): Promise<void> {
  await adoptDocuments(
    tx,
    events.map(({ payload }) => readPayload(commerce.Contact, payload)),
  );
}

export const contactConsumer = (parts: ConsumerParts): EventConsumer =>
  batchConsumer(
    parts,
    { name: 'accounts-contacts', subject: 'commerce.contact.changed', service: 'commerce' },
    onContacts,
  );
