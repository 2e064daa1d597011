import { identifier, location } from '@timbre/api';
import { z } from 'zod';
import { operation } from '../operation';

export const archiveLocation = operation({
  id: 'archiveLocation',
  area: 'locations',
  method: 'POST',
  path: '/v1/locations/{locationId}/archive',
  summary: { en: 'Archive a location', es: 'Archivar una sucursal' },
  description: {
    en: 'The location can no longer be used and stays on its documents. unarchiveLocation undoes it.',
    es: 'La sucursal ya no se puede usar y permanece en sus documentos. unarchiveLocation lo deshace.',
  },
  permissions: ['locations:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 200,
  params: z.strictObject({ locationId: identifier }),
  response: location,
  call: async ({ services }, { params }, context) =>
    (await services.commerce.archiveLocation(params, context)).body,
});
