import { importJob, importParams } from '@timbre/api';
import { operation } from '../operation';

export const getImport = operation({
  id: 'getImport',
  area: 'imports',
  method: 'GET',
  path: '/v1/imports/{importId}',
  summary: 'Get an import with its progress',
  description: 'The numbers of rows by action and, once it is committed, by result.',
  permissions: ['imports:manage'],
  environments: 'both',
  isIdempotent: false,
  success: 200,
  params: importParams,
  response: importJob,
  call: async ({ services }, { params }, context) =>
    (await services.commerce.getImport(params, context)).body,
});
