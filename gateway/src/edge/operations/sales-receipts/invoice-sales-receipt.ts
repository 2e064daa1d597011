import { documentParams, receiptInvoiceInput, receiptInvoice } from '@timbre/api';
import { operation } from '../operation';

export const invoiceSalesReceipt = operation({
  id: 'invoiceSalesReceipt',
  area: 'salesReceipts',
  method: 'POST',
  path: '/v1/sales-receipts/{documentRef}/invoice',
  summary: {
    en: 'Invoice sales receipts to a customer',
    es: 'Facturar recibos de venta a un cliente',
  },
  description: {
    en: 'Drafts a CFDI of the items that the receipts sold, net of refunds, at the charged prices; stamp it with stampCfdi. A credit note takes a receipt out of its global invoice; its draft is part of the answer: stamp it first. Until the draft is stamped or deleted the receipts are kept out of other documents.',
    es: 'Hace un borrador de CFDI con lo que vendieron los recibos, menos las devoluciones, a los precios cobrados; tímbrelo con stampCfdi. Un recibo de una factura global sale de ella con una nota de crédito, cuyo borrador es parte de la respuesta: tímbrela primero. Hasta que el borrador se timbre o se borre, los recibos quedan fuera de otros documentos.',
  },
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
    const { documentRefs = [], addendaValues = {}, ...fields } = body;
    const request = { ...params, ...fields, documentRefs, addendaValues };
    return (await services.commerce.invoiceSalesReceipt(request, context)).body;
  },
});
