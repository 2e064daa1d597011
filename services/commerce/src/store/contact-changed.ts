import { commerce } from '@timbre/contract';
import { messageOf, type DomainEvent } from '@timbre/kit';
import type { Contact } from './contacts';

/** commerce.contact.changed: the contact's current state, or that it is deleted. */
export const contactChanged = (contact: commerce.Contact): DomainEvent => ({
  subject: 'commerce.contact.changed',
  aggregate: 'contact',
  aggregateId: contact.contactId,
  aggregateVersion: contact.version,
  payload: commerce.Contact.encode(contact).finish(),
});

/** The contact as a message. */
export function contactMessage(contact: Contact): commerce.Contact {
  const { id: contactId, version, kind } = contact;
  const fields = messageOf<commerce.ContactFields>(contact);
  return { contactId, version, kind, fields, deleted: false };
}
