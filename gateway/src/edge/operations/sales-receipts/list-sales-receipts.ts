import { pageOf, salesReceipt, salesReceiptFilters } from '@timbre/api';
import { pageRequest } from '../../messages/page';
import { operation } from '../operation';

export const listSalesReceipts = operation({
  id: 'listSalesReceipts',
  area: 'salesReceipts',
  method: 'GET',
  path: '/v1/sales-receipts',
  summary: { en: 'List sales receipts', es: 'Listar los recibos de venta' },
  description: {
    en: 'The latest business date first. `query` finds folios, names of customers and descriptions of lines; `dateFrom` and `dateTo` limit the business date.',
    es: 'La fecha de operación más reciente primero. `query` busca en folios, nombres de clientes y descripciones de conceptos; `dateFrom` y `dateTo` limitan la fecha de operación.',
  },
  permissions: ['receipts:read'],
  environments: 'both',
  isIdempotent: false,
  success: 200,
  query: pageOf(salesReceiptFilters),
  response: salesReceipt,
  isList: true,
  tool: 'search_documents',
  choice: 'sales_receipt',
  call: async ({ services }, { query: { status, ...page } }, context) =>
    (await services.commerce.listSalesReceipts({ status, page: pageRequest(page) }, context)).body,
});
