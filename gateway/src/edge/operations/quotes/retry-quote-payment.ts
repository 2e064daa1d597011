import { documentParams, identifier, quote, quotePaymentRetry } from '@timbre/api';
import { operation } from '../operation';
import { paid } from '../payment-amount';
import { getQuote } from './get-quote';

export const retryQuotePayment = operation({
  id: 'retryQuotePayment',
  area: 'quotes',
  method: 'POST',
  path: '/v1/quotes/{documentRef}/payments/{paymentId}/apply',
  summary: {
    en: 'Apply the payment of a quote again',
    es: 'Aplicar de nuevo el pago de una cotización',
  },
  description: {
    en: 'Retries a failed or conflicting payment whose cause is corrected; the body gives the data that were missing or wrong.',
    es: 'Reintenta un pago fallido o en conflicto, corregida su causa; el cuerpo da los datos que faltaban o estaban mal.',
  },
  permissions: ['quotes:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 202,
  params: documentParams.extend({ paymentId: identifier }),
  body: quotePaymentRetry,
  response: quote,
  irreversible: {
    action: {
      en: 'Apply the payment of this quote again',
      es: 'Aplicar otra vez el pago de esta cotización',
    },
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
    (await services.commerce.retryQuotePayment({ ...params, ...body }, context)).body,
});
