import type { commerce } from '@timbre/contract';
import { command, conflict, replyValue } from '@timbre/kit';
import { contactChanged } from '../store/contact-changed';
import { Contact, contactResource } from '../store/contacts';
import { requireOpenFence } from '../store/fences';
import { owesUnknown } from '../store/owed-documents';

/**
 * Deletes a contact. Documents do not change after the deletion, because they contain their own
 * copy of the contact's data.
 */
export const deleteContact = command(async (tx, request: commerce.DeleteContactRequest) => {
  const { contactId, fence, knownRefs } = request;
  const contact = await tx.lock(Contact, contactId, contactResource.name);
  await requireOpenFence(tx, 'contact', contact.id, fence);
  if (await owesUnknown(tx, contact.id, knownRefs)) {
    const message = 'The contact has an open balance of a moment ago; settle it first.';
    throw conflict(message, 'has_balance');
  }
  await tx.remove(contact);
  const version = contact.version + 1;
  tx.emit(contactChanged({ contactId, version, kind: contact.kind, fields: {}, deleted: true }));
  return replyValue({ contactId, deleted: true });
});
