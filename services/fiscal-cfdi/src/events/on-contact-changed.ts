import { commerce } from '@timbre/contract';
import {
  readPayload,
  transactionConsumer,
  type ConsumerParts,
  type EventConsumer,
  type ReceivedEvent,
  type Transaction,
} from '@timbre/kit';
import { lockDraftsOf } from '../store/cfdi/drafts-of-customer';
import { cfdiChanged } from '../store/cfdi/cfdi-events';
import { renewCustomer } from '../workflows/drafting/renew-receiver';

/**
 * Copies a changed customer into its unsealed drafts, so that a stamp uses current data; amounts do
 * not depend on it. A deleted contact leaves its drafts unchanged.
 */
export async function onContactChanged(event: ReceivedEvent, tx: Transaction): Promise<void> {
  const contact = readPayload(commerce.Contact, event.payload);
  if (contact.deleted || contact.kind !== 'customer') return;
  for (const cfdi of await lockDraftsOf(tx, contact.contactId)) {
    if (!renewCustomer(cfdi, contact)) continue;
    cfdi.updatedAt = tx.now;
    tx.emit(() => cfdiChanged(cfdi));
  }
}

export const contactConsumer = (parts: ConsumerParts): EventConsumer =>
  transactionConsumer(
    parts,
    { name: 'fiscal-cfdi-customers', subject: 'commerce.contact.changed', service: 'commerce' },
    onContactChanged,
  );
