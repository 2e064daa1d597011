import { importJob, importParams } from '@timbre/api';
import { operation } from '../operation';

export const cancelImport = operation({
  id: 'cancelImport',
  area: 'imports',
  method: 'POST',
  path: '/v1/imports/{importId}/cancel',
  summary: 'Cancel an import',
  description:
    'A running commit stops: the rows that it has written stay, and the import becomes `done`.',
  permissions: ['imports:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 200,
  params: importParams,
  response: importJob,
  call: async ({ services }, { params }, context) =>
    (await services.commerce.cancelImport(params, context)).body,
});
