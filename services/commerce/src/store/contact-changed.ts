import { betweenServices, publicForm } from '@timbre/api';
import { commerce } from '@timbre/contract';
import { messageOf, type DomainEvent } from '@timbre/kit';
import type { Contact } from './contacts';

const announces =
  (happened: string) =>
  (contact: commerce.Contact): DomainEvent => ({
    subject: `commerce.contact.${happened}`,
    aggregate: 'contact',
    aggregateId: contact.contactId,
    aggregateVersion: contact.version,
    payload: commerce.Contact.encode(contact).finish(),
  });

/**
 * Creates the event commerce.contact.changed, with the current state of the contact or with its
 * deletion.
 */
export const contactChanged = announces('changed');

/**
 * Creates the event commerce.contact.restated, with the state of an unchanged contact. Only
 * services receive this event.
 */
export const contactRestated = announces('restated');

/** Converts a contact to a proto message. */
export function contactMessage(contact: Contact): commerce.Contact {
  const { id: contactId, version, kind } = contact;
  const fields = messageOf<commerce.ContactFields>(contact);
  return { contactId, version, kind, fields, deleted: false };
}

export const publicContact = publicForm('commerce.contact', commerce.Contact, {
  type: (_, { deleted }) => (deleted ? 'contact.deleted' : 'contact.changed'),
  data: ({ fields, ...contact }) => ({ ...contact, ...fields }),
});

export const restatedContact = betweenServices('commerce.contact.restated');
