import { flag, location, pageOf } from '@timbre/api';
import { pageRequest } from '../../messages/page';
import { operation } from '../operation';

export const listLocations = operation({
  id: 'listLocations',
  area: 'locations',
  method: 'GET',
  path: '/v1/locations',
  summary: { en: 'List locations', es: 'Listar las sucursales' },
  description: {
    en: 'Branches with the series of their receipts.',
    es: 'Las sucursales con la serie de sus recibos.',
  },
  permissions: ['locations:read'],
  environments: 'both',
  isIdempotent: false,
  success: 200,
  query: pageOf({ active: flag.optional() }),
  response: location,
  isList: true,
  call: async ({ services }, { query }, context) =>
    (
      await services.commerce.listLocations(
        { page: pageRequest(query), active: query.active },
        context,
      )
    ).body,
});
