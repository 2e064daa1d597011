import { satSync, satSyncInput } from '@timbre/api';
import { operation } from '../operation';

export const startSatSync = operation({
  id: 'startSatSync',
  area: 'sat',
  method: 'POST',
  path: '/v1/sat/syncs',
  summary: {
    en: 'Start a synchronization with the SAT',
    es: 'Iniciar una sincronización con el SAT',
  },
  description: {
    en: 'Reads the sources with the FIEL, or imports PDFs; getSatSync shows the progress.',
    es: 'Lee las fuentes con la FIEL, o importa archivos PDF; getSatSync muestra el avance.',
  },
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
