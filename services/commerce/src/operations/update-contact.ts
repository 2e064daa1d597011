import type { commerce } from '@timbre/contract';
import { applyPatch, command, invalid, replyWith } from '@timbre/kit';
import { contactIssues } from '../domain/contact';
import { contactChanged, contactMessage } from '../store/contact-changed';
import { Contact, contactResource, contactSearchText } from '../store/contacts';

export const updateContact = command(async (tx, request: commerce.UpdateContactRequest) => {
  const contact = await tx.lock(Contact, request.contactId, contactResource.name);
  applyPatch(contact, request.fields ?? {}, request.cleared);
  const issues = contactIssues(contact, tx.today);
  if (issues.length) throw invalid(issues);
  contact.searchText = contactSearchText(contact);
  contact.updatedAt = tx.now;
  tx.emit(() => contactChanged(contactMessage(contact)));
  return replyWith(contactResource, contact.id);
});
