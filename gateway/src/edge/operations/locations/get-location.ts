import { identifier, location } from '@timbre/api';
import { z } from 'zod';
import { operation } from '../operation';

export const getLocation = operation({
  id: 'getLocation',
  area: 'locations',
  method: 'GET',
  path: '/v1/locations/{locationId}',
  summary: { en: 'Get a location', es: 'Consultar una sucursal' },
  description: {
    en: 'The branch with its address and the series of its receipts.',
    es: 'La sucursal con su domicilio y la serie de sus recibos.',
  },
  permissions: ['locations:read'],
  environments: 'both',
  isIdempotent: false,
  success: 200,
  params: z.strictObject({ locationId: identifier }),
  response: location,
  call: async ({ services }, { params }, context) =>
    (await services.commerce.getLocation(params, context)).body,
});
