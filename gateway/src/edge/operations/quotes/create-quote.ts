import { quote, quoteInput } from '@timbre/api';
import { sellerOf } from '../../../identity';
import { quoteMessage } from '../../messages/quote';
import { operation } from '../operation';

export const createQuote = operation({
  id: 'createQuote',
  area: 'quotes',
  method: 'POST',
  path: '/v1/quotes',
  summary: { en: 'Create a quote', es: 'Crear una cotización' },
  description: {
    en: 'The quote is a draft; publishQuote shows it to the customer.',
    es: 'La cotización es un borrador; publishQuote la muestra al cliente.',
  },
  permissions: ['quotes:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 201,
  body: quoteInput,
  response: quote,
  errors: ['not_found'],
  tool: 'create_quote',
  next: 'publish_quote gives the customer a link to it.',
  call: async ({ services }, { body }, context, principal) => {
    const request = { fields: quoteMessage(body), seller: sellerOf(principal) };
    return (await services.commerce.createQuote(request, context)).body;
  },
});
