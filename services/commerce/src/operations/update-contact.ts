import type { commerce } from '@timbre/contract';
import { applyPatch, command, invalid, replyWith } from '@timbre/kit';
import { contactIssues } from '../domain/contact';
import { contactChanged, fieldsOf } from '../store/contact-changed';
import { Contact, contactResource, contactSearchText } from '../store/contacts';

export const updateContact = command(async (tx, request: commerce.UpdateContactRequest) => {
  const contact = await tx.lock(Contact, request.contactId, contactResource.name);
  applyPatch(contact, request.fields ?? {}, request.cleared);
  const issues = contactIssues(contact);
  if (issues.length) throw invalid(issues);
  const fields = fieldsOf(contact);
  contact.searchText = contactSearchText(fields);
  contact.updatedAt = tx.now;
  const { id: contactId, kind } = contact;
  const version = contact.version + 1;
  tx.emit(contactChanged({ contactId, version, kind, fields, deleted: false }));
  return replyWith(contactResource, contactId);
});
