import { priceQuery, resolvedPrice } from '@timbre/api';
import { operation } from '../operation';

export const resolvePrice = operation({
  id: 'resolvePrice',
  area: 'pricing',
  method: 'GET',
  path: '/v1/pricing/resolve',
  summary: { en: 'Resolve the price of a product', es: 'Determinar el precio de un producto' },
  description: {
    en: 'Today’s price, its rule, and why each other rule does not apply.',
    es: 'El precio de hoy, su regla y por qué no se aplica cada una de las otras reglas.',
  },
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
