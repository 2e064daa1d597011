import { quote, quoteFilters } from '@timbre/api';
import { pageRequest } from '../../messages/page';
import { operation } from '../operation';

export const listQuotes = operation({
  id: 'listQuotes',
  area: 'quotes',
  method: 'GET',
  path: '/v1/quotes',
  summary: { en: 'List quotes', es: 'Listar las cotizaciones' },
  description: {
    en: '`dateFrom` and `dateTo` limit the issue date.',
    es: '`dateFrom` y `dateTo` limitan la fecha de expedición.',
  },
  permissions: ['quotes:read'],
  environments: 'both',
  isIdempotent: false,
  success: 200,
  query: quoteFilters,
  response: quote,
  isList: true,
  tool: 'search_documents',
  choice: 'quote',
  call: async ({ services }, { query: { status, customerId, ...page } }, context) => {
    const request = { page: pageRequest(page), status, customerId };
    return (await services.commerce.listQuotes(request, context)).body;
  },
});
