import { identifier, receivableInvoice, receivableInvoiceFilters } from '@timbre/api';
import { z } from 'zod';
import { pageRequest } from '../../messages/page';
import { operation } from '../operation';

export const listReceivableInvoices = operation({
  id: 'listReceivableInvoices',
  area: 'accounts',
  method: 'GET',
  path: '/v1/accounts/receivables/{customerId}/invoices',
  summary: 'List the invoices of a customer',
  description:
    'Its invoices and receipts on credit with what is owed of each, the newest first. What was canceled says so. Who is no contact is named by its RFC, all of these together by `unassigned`.',
  permissions: ['receivables:read'],
  environments: 'both',
  isIdempotent: false,
  success: 200,
  params: z.strictObject({ customerId: identifier }),
  query: receivableInvoiceFilters,
  response: receivableInvoice,
  isList: true,
  call: async ({ services }, { params, query: { status, ...page } }, context) => {
    const request = { ...params, page: pageRequest(page), status };
    return (await services.accounts.listReceivableInvoices(request, context)).body;
  },
});
