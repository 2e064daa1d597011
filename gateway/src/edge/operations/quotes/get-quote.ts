import { documentParams, quote } from '@timbre/api';
import { operation } from '../operation';
import { quoteSubject } from '../quote-subject';

export const getQuote = operation({
  id: 'getQuote',
  area: 'quotes',
  method: 'GET',
  path: '/v1/quotes/{documentRef}',
  summary: { en: 'Get a quote', es: 'Consultar una cotización' },
  description: {
    en: 'The answer has the acceptance and the payment, once they exist.',
    es: 'La respuesta trae la aceptación y el pago, cuando existen.',
  },
  permissions: ['quotes:read'],
  environments: 'both',
  isIdempotent: false,
  success: 200,
  params: documentParams,
  response: quote,
  subject: quoteSubject,
  tool: 'get_document',
  choice: 'quote',
  call: async ({ services }, { params }, context) =>
    (await services.commerce.getQuote(params, context)).body,
});
