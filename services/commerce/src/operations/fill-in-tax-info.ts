import type { commerce } from '@timbre/contract';
import { command, conflict, invalid, replyValue } from '@timbre/kit';
import { certain } from '@timbre/fiscal';
import { contactIssues } from '../domain/contact';
import { contactFieldsOf, taxInfoIssues } from '../domain/tax-info';
import { contactChanged, contactMessage } from '../store/contact-changed';
import { Contact, contactResource, contactSearchText } from '../store/contacts';
import { openLink } from '../workflows/public-links';

/**
 * Stores the tax data that a customer entered on a link's page. Refusals:
 *
 * - link_used: the link works only once and has been used
 * - rfc_not_own, and the issues of a contact
 */
export const fillInTaxInfo = command(async (tx, request: commerce.FillInTaxInfoRequest) => {
  const link = await openLink(tx, request.linkId, 'tax_info');
  if (link.usedAt) throw conflict('This link has been used.', 'link_used');
  const contact = await tx.lock(Contact, link.subjectId, contactResource.name);
  const info = certain(request.info, 'info');
  Object.assign(contact, contactFieldsOf(info, contact.address));
  const issues = [...taxInfoIssues(info), ...contactIssues(contact, tx.today)];
  if (issues.length) throw invalid(issues);
  contact.searchText = contactSearchText(contact);
  contact.updatedAt = tx.now;
  link.usedAt = tx.now;
  tx.emit(() => contactChanged(contactMessage(contact)));
  return replyValue({ contactId: contact.id });
});
