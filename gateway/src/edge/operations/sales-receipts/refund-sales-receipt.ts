import { documentParams, salesReceiptRefund, salesReceiptRefundInput } from '@timbre/api';
import { requirePermissions } from '../../../identity/domain/principal';
import { operation } from '../operation';

export const refundSalesReceipt = operation({
  id: 'refundSalesReceipt',
  area: 'salesReceipts',
  method: 'POST',
  path: '/v1/sales-receipts/{documentRef}/refunds',
  summary: 'Refund lines of a sales receipt',
  description:
    'By quantity, or only money. All refunds of a line add up to what was charged for it. A receipt in a CFDI needs a credit note: creditNoteStatus follows it.',
  permissions: ['receipts:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 201,
  params: documentParams,
  body: salesReceiptRefundInput,
  response: salesReceiptRefund,
  tool: 'refund_sales_receipt',
  call: async ({ services }, { params, body: { lines = [], ...refund } }, context, credential) => {
    if (refund.stamp) requirePermissions(credential, ['invoices:manage']);
    const request = { ...params, ...refund, lines };
    return (await services.commerce.refundSalesReceipt(request, context)).body;
  },
});
