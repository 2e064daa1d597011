import { documentParams, quote } from '@timbre/api';
import { operation } from '../operation';

export const cancelQuote = operation({
  id: 'cancelQuote',
  area: 'quotes',
  method: 'POST',
  path: '/v1/quotes/{documentRef}/cancel',
  summary: { en: 'Cancel a quote', es: 'Cancelar una cotización' },
  description: {
    en: 'A quote can be canceled until it has a payment or a receipt.',
    es: 'Una cotización se puede cancelar mientras no tenga un pago o un recibo.',
  },
  permissions: ['quotes:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 200,
  params: documentParams,
  response: quote,
  call: async ({ services }, { params }, context) =>
    (await services.commerce.cancelQuote(params, context)).body,
});
