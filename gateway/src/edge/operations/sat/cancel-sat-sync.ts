import { identifier, satSync } from '@timbre/api';
import { z } from 'zod';
import { operation } from '../operation';

export const cancelSatSync = operation({
  id: 'cancelSatSync',
  area: 'sat',
  method: 'POST',
  path: '/v1/sat/syncs/{syncId}/cancel',
  summary: {
    en: 'Cancel a synchronization with the SAT',
    es: 'Cancelar una sincronización con el SAT',
  },
  description: {
    en: 'Documents that were already read stay. Requests to the SAT cannot be withdrawn and still count.',
    es: 'Los documentos que ya leyó se conservan. Una solicitud hecha al SAT no se puede retirar y sigue contando.',
  },
  permissions: ['sat:sync'],
  environments: 'production',
  isIdempotent: true,
  success: 200,
  params: z.strictObject({ syncId: identifier }),
  response: satSync,
  call: async ({ services }, { params }, context) =>
    (await services.satSync.cancelSatSync(params, context)).body,
});
