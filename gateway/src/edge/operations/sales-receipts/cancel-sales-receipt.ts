import { documentParams, salesReceiptCancellation, salesReceiptDetail } from '@timbre/api';
import { operation } from '../operation';
import { getSalesReceipt } from './get-sales-receipt';

export const cancelSalesReceipt = operation({
  id: 'cancelSalesReceipt',
  area: 'salesReceipts',
  method: 'POST',
  path: '/v1/sales-receipts/{documentRef}/cancel',
  summary: { en: 'Cancel a sales receipt', es: 'Cancelar un recibo de venta' },
  description: {
    en: 'The goods are returned to the stock. Only an open receipt without refunds can be canceled.',
    es: 'La mercancía vuelve a las existencias. Solo se puede cancelar un recibo abierto y sin devoluciones.',
  },
  permissions: ['receipts:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 200,
  params: documentParams,
  body: salesReceiptCancellation,
  response: salesReceiptDetail,
  tool: 'cancel_sales_receipt',
  irreversible: {
    action: { en: 'Cancel this sales receipt', es: 'Cancelar este recibo de venta' },
    consequence: {
      en: 'Its products return to stock and it cannot be invoiced any more.',
      es: 'Sus productos vuelven a la existencia y ya no se puede facturar.',
    },
    read: { operation: getSalesReceipt, argument: 'documentRef' },
    amount: 'document',
  },
  call: async ({ services }, { params, body }, context) =>
    (await services.commerce.cancelSalesReceipt({ ...params, ...body }, context)).body,
});
