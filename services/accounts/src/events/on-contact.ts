import { commerce } from '@timbre/contract';
import {
  readPayload,
  transactionConsumer,
  type ConsumerParts,
  type EventConsumer,
  type ReceivedEvent,
  type Transaction,
} from '@timbre/kit';
import { adoptDocuments } from '../workflows/adopt-documents';

/** Stores names and RFCs of customers and suppliers: commerce.contact.changed. */
export async function onContact(event: ReceivedEvent, tx: Transaction): Promise<void> {
  await adoptDocuments(tx, readPayload(commerce.Contact, event.payload));
}

export const contactConsumer = (parts: ConsumerParts): EventConsumer =>
  transactionConsumer(
    parts,
    { name: 'accounts-contacts', subject: 'commerce.contact.changed', service: 'commerce' },
    onContact,
  );
