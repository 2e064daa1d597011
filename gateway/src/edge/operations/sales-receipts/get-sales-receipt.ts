import { documentParams, salesReceiptDetail } from '@timbre/api';
import { operation } from '../operation';
import { fact, factsOf, pesosOf, written, writtenMoney } from '../subject';

export const getSalesReceipt = operation({
  id: 'getSalesReceipt',
  area: 'salesReceipts',
  method: 'GET',
  path: '/v1/sales-receipts/{documentRef}',
  summary: { en: 'Get a sales receipt', es: 'Consultar un recibo de venta' },
  description: {
    en: 'Shows the lines, taxes, payments and the refundable amount.',
    es: 'Muestra conceptos, impuestos, pagos y lo que aún se puede devolver.',
  },
  permissions: ['receipts:read'],
  environments: 'both',
  isIdempotent: false,
  success: 200,
  params: documentParams,
  response: salesReceiptDetail,
  subject: ({ category, status, folio, total, refundedTotal, customerId, customerName }) => ({
    kind: category,
    amount: pesosOf(total),
    parties: [customerId],
    isSale: true,
    facts: factsOf({
      document: [category, status],
      folio: [folio],
      receiver: customerName,
      amounts: [fact('total', writtenMoney(total)), fact('refundedBefore', written(refundedTotal))],
    }),
  }),
  tool: 'get_document',
  choice: 'sales_receipt',
  call: async ({ services }, { params }, context) =>
    (await services.commerce.getSalesReceipt(params, context)).body,
});
