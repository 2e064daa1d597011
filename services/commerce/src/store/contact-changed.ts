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

/** The contact's fields as they travel; null becomes absent. */
export function fieldsOf(contact: Contact): commerce.ContactFields {
  return {
    code: contact.code ?? undefined,
    legalName: contact.legalName,
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
}
