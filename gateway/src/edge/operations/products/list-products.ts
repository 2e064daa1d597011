import { flag, pageOf, product } from '@timbre/api';
import { pageRequest } from '../../messages/page';
import { operation } from '../operation';

export const listProducts = operation({
  id: 'listProducts',
  area: 'products',
  method: 'GET',
  path: '/v1/products',
  summary: { en: 'List products', es: 'Listar los productos' },
  description: {
    en: '`query` finds descriptions, sku and codes.',
    es: '`query` busca en descripciones, sku y códigos.',
  },
  permissions: ['products:read'],
  environments: 'both',
  isIdempotent: false,
  success: 200,
  query: pageOf({ active: flag.optional() }),
  response: product,
  isList: true,
  tool: 'search_products',
  call: async ({ services }, { query }, context) =>
    (
      await services.commerce.listProducts(
        { page: pageRequest(query), active: query.active },
        context,
      )
    ).body,
});
