import { satSync, satSyncInput } from '@timbre/api';
import { operation } from '../operation';

export const startSatSync = operation({
  id: 'startSatSync',
  area: 'sat',
  method: 'POST',
  path: '/v1/sat/syncs',
  summary: 'Start a synchronization with the SAT',
  description: 'Reads the sources with the FIEL; getSatSync shows the progress. Or imports PDFs.',
  permissions: ['sat:sync'],
  environments: 'production',
  isIdempotent: true,
  success: 202,
  body: satSyncInput,
  response: satSync,
  errors: ['not_found'],
  tool: 'sync_sat',
  reachesOut: true,
  next: 'The synchronization runs in the background.',
  irreversible: {
    action: {
      en: 'Start a synchronization with the SAT, signed with your FIEL',
      es: 'Iniciar una sincronización con el SAT, firmada con su e.firma',
    },
    consequence: {
      en: 'The SAT allows a limited number of requests a day; this request counts.',
      es: 'El SAT admite un número limitado de solicitudes al día; esta cuenta.',
    },
    readsNothing: true,
  },
  call: async ({ services }, { body: { fileIds = [], ...body } }, context) =>
    (await services.satSync.startSatSync({ ...body, fileIds }, context)).body,
});
