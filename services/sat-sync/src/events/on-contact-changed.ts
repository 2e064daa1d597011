import { commerce } from '@timbre/contract';
import {
  readPayload,
  transactionConsumer,
  type ConsumerParts,
  type EventConsumer,
} from '@timbre/kit';
import { watchContact } from '../store/listed-parties';

/**
 * Keeps the contacts of organizations, which are compared with the lists of the SAT:
 * commerce.contact.changed, and commerce.contact.restated of those that were there before this consumer.
 */
export const contactConsumer = (parts: ConsumerParts): EventConsumer =>
  transactionConsumer(
    parts,
    { name: 'sat-sync-contacts', subject: 'commerce.contact.*', service: 'commerce' },
    (event, tx) => watchContact(tx, readPayload(commerce.Contact, event.payload)),
  );
