import { identifier, satSync } from '@timbre/api';
import { z } from 'zod';
import { operation } from '../operation';

export const getSatSync = operation({
  id: 'getSatSync',
  area: 'sat',
  method: 'GET',
  path: '/v1/sat/syncs/{syncId}',
  summary: {
    en: 'Get a synchronization with the SAT',
    es: 'Consultar una sincronización con el SAT',
  },
  description: {
    en: 'The state of each source, the documents found, and the requests to the mass download.',
    es: 'El estado de cada fuente, los documentos encontrados y las solicitudes de descarga masiva.',
  },
  permissions: ['sat:read'],
  environments: 'production',
  isIdempotent: false,
  success: 200,
  params: z.strictObject({ syncId: identifier }),
  response: satSync,
  call: async ({ services }, { params }, context) =>
    (await services.satSync.getSatSync(params, context)).body,
});
