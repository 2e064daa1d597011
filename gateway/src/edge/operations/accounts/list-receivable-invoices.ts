import { identifier, receivableInvoice, receivableInvoiceFilters } from '@timbre/api';
import { z } from 'zod';
import { pageRequest } from '../../messages/page';
import { operation } from '../operation';

export const listReceivableInvoices = operation({
  id: 'listReceivableInvoices',
  area: 'accounts',
  method: 'GET',
  path: '/v1/accounts/receivables/{customerId}/invoices',
  summary: { en: 'List the invoices of a customer', es: 'Listar las facturas de un cliente' },
  description: {
    en: 'Invoices and receipts on credit with the open balance of each, the newest first; `canceled` marks a canceled document. An RFC names a customer that is not a contact; `unassigned` covers all such customers.',
    es: 'Las facturas y los recibos a crédito con el saldo pendiente de cada uno, lo más reciente primero; `canceled` señala un documento cancelado. Un RFC nombra a un cliente que no es un contacto; `unassigned` los nombra a todos juntos.',
  },
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
