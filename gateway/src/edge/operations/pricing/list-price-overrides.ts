import { pageOf, priceOverride, priceOverrideFilters } from '@timbre/api';
import { pageRequest } from '../../messages/page';
import { operation } from '../operation';

export const listPriceOverrides = operation({
  id: 'listPriceOverrides',
  area: 'pricing',
  method: 'GET',
  path: '/v1/pricing/overrides',
  summary: 'List price overrides',
  description: 'Prices and percentages in place of the list price.',
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
