import { documentParams, linkFilters, listedLink } from '@timbre/api';
import { pageRequest } from '../../messages/page';
import { operation } from '../operation';

export const listSelfInvoiceLinks = operation({
  id: 'listSelfInvoiceLinks',
  area: 'salesReceipts',
  method: 'GET',
  path: '/v1/sales-receipts/{documentRef}/self-invoice-links',
  summary: {
    en: 'List the links by which the buyer makes the invoice of a receipt',
    es: 'Listar los enlaces con los que el comprador factura un recibo',
  },
  description: {
    en: 'The address of a link is a secret and is not shown again.',
    es: 'La dirección de un enlace es secreta y no se muestra de nuevo.',
  },
  permissions: ['receipts:read'],
  environments: 'both',
  isIdempotent: false,
  success: 200,
  params: documentParams,
  query: linkFilters,
  response: listedLink,
  isList: true,
  call: async ({ services }, { params, query }, context) =>
    (await services.commerce.listSelfInvoiceLinks({ ...params, page: pageRequest(query) }, context))
      .body,
});
