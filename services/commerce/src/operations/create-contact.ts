import type { commerce } from '@timbre/contract';
import { command, invalid, replyWith } from '@timbre/kit';
import { contactIssues } from '../domain/contact';
import { contactChanged } from '../store/contact-changed';
import { Contact, contactResource, contactSearchText } from '../store/contacts';

export const createContact = command(async (tx, request: commerce.CreateContactRequest) => {
  const kind = request.kind as Contact['kind'];
  const fields = request.fields ?? {};
  const issues = contactIssues({ kind, ...fields });
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
  return replyWith(contactResource, id);
});
