import { documentParams, receiptInvoiceInput, receiptInvoice } from '@timbre/api';
import { operation } from '../operation';

export const invoiceSalesReceipt = operation({
  id: 'invoiceSalesReceipt',
  area: 'salesReceipts',
  method: 'POST',
  path: '/v1/sales-receipts/{documentRef}/invoice',
  summary: 'Invoice sales receipts to a customer',
  description:
    'Drafts a CFDI of the items that the receipts sold, net of refunds, at the charged prices; stamp it with stampCfdi. A credit note takes a receipt out of its global invoice; its draft is part of the answer: stamp it first. Until the draft is stamped or deleted the receipts are kept out of other documents.',
  permissions: ['receipts:manage', 'invoices:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 201,
  params: documentParams,
  body: receiptInvoiceInput,
  response: receiptInvoice,
  errors: ['not_found'],
  tool: 'invoice_sales_receipt',
  next: 'stamp_cfdi with the documentRef of the draft makes it valid.',
  call: async ({ services }, { params, body }, context) => {
    const { documentRefs = [], ...fields } = body;
    const request = { ...params, ...fields, documentRefs };
    return (await services.commerce.invoiceSalesReceipt(request, context)).body;
  },
});
