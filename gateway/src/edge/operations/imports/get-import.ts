import { importJob, importParams } from '@timbre/api';
import { operation } from '../operation';

export const getImport = operation({
  id: 'getImport',
  area: 'imports',
  method: 'GET',
  path: '/v1/imports/{importId}',
  summary: { en: 'Get an import with its progress', es: 'Consultar una importación y su avance' },
  description: {
    en: 'The numbers of rows by action and, once it is committed, by result.',
    es: 'Los números de renglones por acción y, una vez escrita, por resultado.',
  },
  permissions: ['imports:manage'],
  environments: 'both',
  isIdempotent: false,
  success: 200,
  params: importParams,
  response: importJob,
  call: async ({ services }, { params }, context) =>
    (await services.commerce.getImport(params, context)).body,
});
