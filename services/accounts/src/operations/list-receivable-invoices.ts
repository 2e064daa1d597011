import type { accounts } from '@timbre/contract';
import { query } from '@timbre/kit';
import { contactKey } from '../store/contacts';
import { todayFor } from '../store/organizations';
import { invoiceConditions, invoiceList, refuseUnknown } from '../store/owed';

/** The newest first. */
export const listReceivableInvoices = query(
  async (read, { page, customerId, status }: accounts.ListReceivableInvoicesRequest) => {
    const filters: [condition: string, value: unknown][] = [
      [`r.side = 'receivable' and r.contact = $1`, contactKey(customerId)],
    ];
    if (status !== undefined) filters.push([invoiceConditions[status]!, status]);
    await refuseUnknown(read, 'receivable', customerId);
    return read.page(invoiceList, page, filters, await todayFor(read));
  },
);
