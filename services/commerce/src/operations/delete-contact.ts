import type { commerce } from '@timbre/contract';
import { command, replyValue } from '@timbre/kit';
import { contactChanged } from '../store/contact-changed';
import { Contact, contactResource } from '../store/contacts';

/** Documents do not change: they have their own copy of the customer. */
export const deleteContact = command(async (tx, { contactId }: commerce.DeleteContactRequest) => {
  const contact = await tx.lock(Contact, contactId, contactResource.name);
  await tx.remove(contact);
  const version = contact.version + 1;
  tx.emit(contactChanged({ contactId, version, kind: contact.kind, fields: {}, deleted: true }));
  return replyValue({ contactId, deleted: true });
});
