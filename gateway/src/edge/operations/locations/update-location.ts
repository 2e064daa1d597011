import { identifier, location, locationPatch } from '@timbre/api';
import { z } from 'zod';
import { patchOf } from '../../messages/patch';
import { operation } from '../operation';

export const updateLocation = operation({
  id: 'updateLocation',
  area: 'locations',
  method: 'PATCH',
  path: '/v1/locations/{locationId}',
  summary: { en: 'Update a location', es: 'Modificar una sucursal' },
  description: {
    en: 'Given fields change, null clears a field, absent fields stay.',
    es: 'Los campos dados sustituyen, null borra y los ausentes no cambian.',
  },
  permissions: ['locations:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 200,
  params: z.strictObject({ locationId: identifier }),
  body: locationPatch,
  response: location,
  call: async ({ services }, { params, body }, context) =>
    (await services.commerce.updateLocation({ ...params, ...patchOf(body) }, context)).body,
});
