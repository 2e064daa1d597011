import { importJob, importParams } from '@timbre/api';
import { operation } from '../operation';

export const cancelImport = operation({
  id: 'cancelImport',
  area: 'imports',
  method: 'POST',
  path: '/v1/imports/{importId}/cancel',
  summary: { en: 'Cancel an import', es: 'Cancelar una importación' },
  description: {
    en: 'A running commit stops: the rows that it has written stay, and the import becomes `done`.',
    es: 'Una escritura en curso se detiene: los renglones que ya escribió se conservan y la importación queda en `done`.',
  },
  permissions: ['imports:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 200,
  params: importParams,
  response: importJob,
  call: async ({ services }, { params }, context) =>
    (await services.commerce.cancelImport(params, context)).body,
});
