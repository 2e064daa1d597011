import { documentParams, salesReceiptCancellation, salesReceiptDetail } from '@timbre/api';
import { operation } from '../operation';

export const cancelSalesReceipt = operation({
  id: 'cancelSalesReceipt',
  area: 'salesReceipts',
  method: 'POST',
  path: '/v1/sales-receipts/{documentRef}/cancel',
  summary: 'Cancel a sales receipt',
  description: 'The goods go back into the stock. Only an open receipt without refunds.',
  permissions: ['receipts:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 200,
  params: documentParams,
  body: salesReceiptCancellation,
  response: salesReceiptDetail,
  tool: 'cancel_sales_receipt',
  call: async ({ services }, { params, body }, context) =>
    (await services.commerce.cancelSalesReceipt({ ...params, ...body }, context)).body,
});
