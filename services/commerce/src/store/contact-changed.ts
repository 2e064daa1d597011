import { commerce } from '@timbre/contract';
import type { DomainEvent } from '@timbre/kit';
import type { Contact } from './contacts';

/** commerce.contact.changed: the contact as it now is, or that it was deleted. */
export const contactChanged = (contact: commerce.Contact): DomainEvent => ({
  subject: 'commerce.contact.changed',
  aggregate: 'contact',
  aggregateId: contact.contactId,
  aggregateVersion: contact.version,
  payload: commerce.Contact.encode(contact).finish(),
});

/** The contact as it travels; null becomes absent. */
export function contactMessage(contact: Contact): commerce.Contact {
  const { id: contactId, version, kind, legalName } = contact;
  const fields: commerce.ContactFields = {
    code: contact.code ?? undefined,
    legalName,
    email: contact.email ?? undefined,
    rfc: contact.rfc ?? undefined,
    taxSystem: contact.taxSystem ?? undefined,
    phone: contact.phone ?? undefined,
    address: contact.address ?? undefined,
    cfdiUse: contact.cfdiUse ?? undefined,
    creditEnabled: contact.creditEnabled ?? undefined,
    creditByDefault: contact.creditByDefault ?? undefined,
    defaultPaymentTermDays: contact.defaultPaymentTermDays ?? undefined,
  };
  return { contactId, version, kind, fields, deleted: false };
}
