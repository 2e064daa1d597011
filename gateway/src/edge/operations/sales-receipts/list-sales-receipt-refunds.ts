import { documentParams, pageOf, salesReceiptRefund } from '@timbre/api';
import { pageRequest } from '../../messages/page';
import { operation } from '../operation';

export const listSalesReceiptRefunds = operation({
  id: 'listSalesReceiptRefunds',
  area: 'salesReceipts',
  method: 'GET',
  path: '/v1/sales-receipts/{documentRef}/refunds',
  summary: {
    en: 'List the refunds of a sales receipt',
    es: 'Listar las devoluciones de un recibo de venta',
  },
  description: {
    en: 'Each refund with the state of its credit note, if the receipt is in a CFDI. `query` finds words of the reason.',
    es: 'Cada devolución con el estado de su nota de crédito, si el recibo está en un CFDI. `query` busca palabras del motivo.',
  },
  permissions: ['receipts:read'],
  environments: 'both',
  isIdempotent: false,
  success: 200,
  params: documentParams,
  query: pageOf({}),
  response: salesReceiptRefund,
  isList: true,
  call: async ({ services }, { params, query }, context) => {
    const request = { ...params, page: pageRequest(query) };
    return (await services.commerce.listSalesReceiptRefunds(request, context)).body;
  },
});
