import { importJob, importParams } from '@timbre/api';
import { operation } from '../operation';

export const getImport = operation({
  id: 'getImport',
  area: 'imports',
  method: 'GET',
  path: '/v1/imports/{importId}',
  summary: { en: 'Get an import with its progress', es: 'Consultar una importación y su avance' },
  description: {
    en: 'Counts the rows by action and, after the commit, by result.',
    es: 'Cuenta los renglones por acción y, una vez escrita, por resultado.',
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
