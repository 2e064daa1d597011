import type { commerce } from '@timbre/contract';
import { applyPatch, command, invalid, replyWith } from '@timbre/kit';
import { contactIssues } from '../domain/contact';
import { contactChanged, contactMessage } from '../store/contact-changed';
import { Contact, contactResource, contactSearchText } from '../store/contacts';
import { addendaTemplateIssues } from '../workflows/addenda-template-issues';
import { contactWarnings } from '../workflows/contact-warnings';

export const updateContact = command(
  async (tx, request: commerce.UpdateContactRequest, _, beforehand) => {
    const contact = await tx.lock(Contact, request.contactId, contactResource.name);
    applyPatch(contact, request.fields ?? {}, request.cleared);
    const issues = [
      ...contactIssues(contact, tx.today),
      ...addendaTemplateIssues(request.fields?.addendaTemplate),
    ];
    if (issues.length) throw invalid(issues);
    contact.searchText = contactSearchText(contact);
    contact.updatedAt = tx.now;
    tx.emit(() => contactChanged(contactMessage(contact)));
    const { id, kind } = contact;
    const warnings = await contactWarnings(beforehand, { id, kind, rfc: request.fields?.rfc });
    return replyWith(contactResource, id, warnings);
  },
);
