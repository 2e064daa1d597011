import { documentParams, salesReceiptDetail } from '@timbre/api';
import { operation } from '../operation';

export const getSalesReceipt = operation({
  id: 'getSalesReceipt',
  area: 'salesReceipts',
  method: 'GET',
  path: '/v1/sales-receipts/{documentRef}',
  summary: 'Get a sales receipt',
  description: 'With its lines, taxes, payments and what can still be refunded.',
  permissions: ['receipts:read'],
  environments: 'both',
  isIdempotent: false,
  success: 200,
  params: documentParams,
  response: salesReceiptDetail,
  tool: 'get_document',
  choice: 'sales_receipt',
  call: async ({ services }, { params }, context) =>
    (await services.commerce.getSalesReceipt(params, context)).body,
});
