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
 * The maximum number of drafts in one transaction. Each draft is loaded whole, and a few hundred drafts
 * take a few megabytes of memory.
 */
const draftsTogetherMax = 100;

/**
 * Copies changed customers into their unsealed drafts, so that a stamp uses current data. The copy
 * does not change the amounts of a draft. A deleted contact leaves its drafts unchanged.
 * @throws TooMuchTogether if several contacts have more than 100 drafts together
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
