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
    'Invoices and receipts on credit with the open balance of each, the newest first; `canceled` marks a canceled document. An RFC names a customer that is not a contact; `unassigned` names all of these together.',
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
