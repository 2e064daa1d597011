import type { accounts } from '@timbre/contract';
import { query, type Filter } from '@timbre/kit';
import { memberAt } from '@timbre/fiscal';
import { contactKey, namedIn } from '../store/contacts';
import { todayFor } from '../store/organizations';
import { invoiceConditions, invoiceList, refuseUnknown } from '../store/owed';

/** Lists the invoices of a customer, the newest first. */
export const listReceivableInvoices = query(
  async (read, { page, customerId, status }: accounts.ListReceivableInvoicesRequest) => {
    const key = contactKey(customerId);
    const filters: Filter[] = [
      [`r.side = 'receivable' and ${namedIn(key, 'r.contact', '$1')}`, key],
    ];
    if (status !== undefined) filters.push([memberAt(invoiceConditions, status), status]);
    await refuseUnknown(read, 'receivable', customerId);
    return read.page(invoiceList, page, filters, await todayFor(read));
  },
);
