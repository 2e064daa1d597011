import { pageOf, priceOverride, priceOverrideFilters } from '@timbre/api';
import { pageRequest } from '../../messages/page';
import { operation } from '../operation';

export const listPriceOverrides = operation({
  id: 'listPriceOverrides',
  area: 'pricing',
  method: 'GET',
  path: '/v1/pricing/overrides',
  summary: { en: 'List price overrides', es: 'Listar los precios especiales' },
  description: {
    en: 'Prices and percentages in place of the list price.',
    es: 'Los precios y porcentajes que sustituyen al precio de lista.',
  },
  permissions: ['pricing:read'],
  environments: 'both',
  isIdempotent: false,
  success: 200,
  query: pageOf(priceOverrideFilters),
  response: priceOverride,
  isList: true,
  call: async ({ services }, { query }, context) => {
    const { productId, customerId, locationId } = query;
    const request = { page: pageRequest(query), productId, customerId, locationId };
    return (await services.commerce.listPriceOverrides(request, context)).body;
  },
});
