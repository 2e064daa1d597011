import { commerce } from '@timbre/contract';
import { batchConsumer, readPayload, type ConsumerParts, type EventConsumer } from '@timbre/kit';
import { watchContacts } from '../store/listed-parties';

/**
 * Stores the contacts of organizations, so that they can be compared with the SAT's lists.
 * commerce.contact.changed reports changed contacts, and commerce.contact.restated reports contacts that
 * already existed when this consumer was added.
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
