import type { accounts } from '@timbre/contract';
import { query, type Filter } from '@timbre/kit';
import { contactKey, namedIn } from '../store/contacts';
import { ofDocument, transactionList } from '../store/ledger';

export const listAccountTransactions = query(
  (read, request: accounts.ListAccountTransactionsRequest) => {
    const { page, sides, contactId, documentRef, kind } = request;
    const filters: Filter[] = [];
    // If the caller may read neither receivables nor payables, the list is empty.
    const [side = '', other] = sides;
    if (other === undefined) filters.push(['r.side = $1', side]);
    if (contactId !== undefined) {
      const key = contactKey(contactId);
      filters.push([namedIn(key, 'r.contact', '$1'), key]);
    }
    if (documentRef !== undefined) {
      filters.push([ofDocument, documentRef.toLowerCase()]);
    }
    if (kind !== undefined) filters.push(['r.kind = $1', kind]);
    return read.page(transactionList, page, filters);
  },
);
