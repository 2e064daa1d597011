import { commerce } from '@timbre/contract';
import { batchConsumer, readPayload, type ConsumerParts, type EventConsumer } from '@timbre/kit';
import { watchContacts } from '../store/listed-parties';

/**
 * Stores the contacts of organizations from commerce.contact.changed, and from
 * commerce.contact.restated for contacts that are older than this consumer; they are compared with
 * the SAT's lists.
 */
export const contactConsumer = (parts: ConsumerParts): EventConsumer =>
  batchConsumer(
    parts,
    { name: 'sat-sync-contacts', subject: 'commerce.contact.*', service: 'commerce' },
    (events, tx) =>
      watchContacts(
        tx,
        events.map(({ payload }) => readPayload(commerce.Contact, payload)),
      ),
  );
