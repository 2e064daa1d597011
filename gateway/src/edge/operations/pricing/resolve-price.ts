import { priceQuery, resolvedPrice } from '@timbre/api';
import { operation } from '../operation';

export const resolvePrice = operation({
  id: 'resolvePrice',
  area: 'pricing',
  method: 'GET',
  path: '/v1/pricing/resolve',
  summary: 'Resolve the price of a product',
  description: 'Today’s price, its rule, and why each other rule does not apply.',
  permissions: ['pricing:read'],
  environments: 'both',
  isIdempotent: false,
  success: 200,
  query: priceQuery,
  response: resolvedPrice,
  tool: 'get_price',
  errors: ['not_found'],
  call: async ({ services }, { query }, context) =>
    (await services.commerce.resolvePrice(query, context)).body,
});
