import { commerce } from '@timbre/contract';
import {
  batchConsumer,
  newestOf,
  readPayload,
  TooMuchTogether,
  type ConsumerParts,
  type EventConsumer,
  type ReceivedEvent,
  type Transaction,
} from '@timbre/kit';
import { certain, valueAt } from '@timbre/fiscal';
import { lockDraftsOf } from '../store/cfdi/drafts-of-customers';
import { cfdiChanged } from '../store/cfdi/cfdi-events';
import { renewCustomer } from '../workflows/drafting/renew-receiver';

/**
 * The maximum number of drafts that one transaction updates. Each draft is loaded completely, and a few
 * hundred drafts need a few megabytes of memory.
 */
const draftsTogetherMax = 100;

/**
 * Copies the data of changed customers into unsealed drafts, so that stamps contain the current data. The
 * copy does not change the amounts of a draft. A deleted contact leaves its drafts unchanged.
 * @throws TooMuchTogether if several contacts together have more than 100 drafts
 */
export async function onContactsChanged(
  events: readonly ReceivedEvent[],
  tx: Transaction,
): Promise<void> {
  const contacts = events.map(({ payload }) => readPayload(commerce.Contact, payload));
  const kept = contacts.filter(({ kind, deleted }) => kind === 'customer' && !deleted);
  const customers = newestOf(kept, ({ contactId }) => contactId);
  const max = customers.size > 1 ? draftsTogetherMax : Infinity;
  const drafts = await lockDraftsOf(tx, [...customers.keys()], max);
  if (!drafts) throw new TooMuchTogether();
  for (const cfdi of drafts) {
    if (!renewCustomer(cfdi, valueAt(customers, certain(cfdi.customerId, 'customerId')))) continue;
    cfdi.updatedAt = tx.now;
    tx.emit(() => cfdiChanged(cfdi));
  }
}

export const contactConsumer = (parts: ConsumerParts): EventConsumer =>
  batchConsumer(
    parts,
    { name: 'fiscal-cfdi-customers', subject: 'commerce.contact.changed', service: 'commerce' },
    onContactsChanged,
  );
