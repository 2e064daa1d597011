import type { commerce } from '@timbre/contract';
import { query } from '@timbre/kit';
import { contactList } from '../store/contacts';

export const listContacts = query((read, { kind, page }: commerce.ListContactsRequest) =>
  read.page(contactList, page, kind ? [['r.kind = $1', kind]] : []),
);
