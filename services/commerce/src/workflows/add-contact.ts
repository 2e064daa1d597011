import type { commerce } from '@timbre/contract';
import { invalid, type Transaction } from '@timbre/kit';
import { contactIssues } from '../domain/contact';
import { contactChanged } from '../store/contact-changed';
import { Contact, contactSearchText } from '../store/contacts';
import { addendaTemplateIssues } from './addenda-template-issues';

/**
 * Adds a contact.
 * @returns the identifier of the contact
 * @throws Refusal validation_error
 */
export function addContact(
  tx: Transaction,
  kind: Contact['kind'],
  fields: commerce.ContactFields,
): string {
  const issues = [
    ...contactIssues({ kind, ...fields }, tx.today),
    ...addendaTemplateIssues(fields.addendaTemplate),
  ];
  if (issues.length) throw invalid(issues);
  const id = tx.add(Contact, {
    kind,
    ...fields,
    version: 1,
    searchText: contactSearchText(fields),
    createdAt: tx.now,
    updatedAt: tx.now,
  });
  tx.emit(contactChanged({ contactId: id, version: 1, kind, fields, deleted: false }));
  return id;
}
