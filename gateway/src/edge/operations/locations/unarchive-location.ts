import { identifier, location } from '@timbre/api';
import { z } from 'zod';
import { operation } from '../operation';

export const unarchiveLocation = operation({
  id: 'unarchiveLocation',
  area: 'locations',
  method: 'POST',
  path: '/v1/locations/{locationId}/unarchive',
  summary: { en: 'Unarchive a location', es: 'Desarchivar una sucursal' },
  description: {
    en: 'The location can be used again, with the code and series of receipts that it kept.',
    es: 'La sucursal se puede usar de nuevo, con el código y la serie de recibos que conservó.',
  },
  permissions: ['locations:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 200,
  params: z.strictObject({ locationId: identifier }),
  response: location,
  call: async ({ services }, { params }, context) =>
    (await services.commerce.unarchiveLocation(params, context)).body,
});
