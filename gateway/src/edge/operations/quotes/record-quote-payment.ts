import { documentParams, quote, quotePaymentInput } from '@timbre/api';
import { operation } from '../operation';
import { paid } from '../payment-amount';
import { getQuote } from './get-quote';

export const recordQuotePayment = operation({
  id: 'recordQuotePayment',
  area: 'quotes',
  method: 'POST',
  path: '/v1/quotes/{documentRef}/payments',
  summary: { en: 'Record the payment of a quote', es: 'Registrar el pago de una cotización' },
  description: {
    en: 'Accepts a published quote for the public in general. The payment is applied in the background: a sales receipt is made, and an invoice if the buyer asked for one; `payment` shows the progress. A further payment is kept in `duplicatePayments`.',
    es: 'Acepta, a nombre del público en general, una cotización publicada. El pago se aplica en segundo plano: se hace un recibo de venta, y una factura si el comprador la pidió; `payment` muestra el avance. Un pago más se guarda en `duplicatePayments`.',
  },
  permissions: ['quotes:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 202,
  params: documentParams,
  body: quotePaymentInput,
  response: quote,
  irreversible: {
    action: { en: 'Record the payment of this quote', es: 'Registrar el pago de esta cotización' },
    consequence: {
      en: 'The quote becomes a sales receipt, and an invoice if the buyer asked for one.',
      es: 'La cotización se convierte en recibo de venta, y en factura si el comprador la pidió.',
    },
    read: { operation: getQuote, argument: 'documentRef' },
    amount: paid,
    stamps: (_, quote) => (quote?.accepted?.invoiceRequested ? 'income' : undefined),
    invoiced: (_, quote) => quote?.accepted?.fiscalCustomer?.rfc,
  },
  call: async ({ services }, { params, body }, context) =>
    (await services.commerce.recordQuotePayment({ ...params, ...body }, context)).body,
});
