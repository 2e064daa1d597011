import { importJob, importKind, importState, pageOf } from '@timbre/api';
import { pageRequest } from '../../messages/page';
import { operation } from '../operation';

export const listImports = operation({
  id: 'listImports',
  area: 'imports',
  method: 'GET',
  path: '/v1/imports',
  summary: 'List imports, newest first',
  description: 'Each import with its state and its numbers of rows.',
  permissions: ['imports:manage'],
  environments: 'both',
  isIdempotent: false,
  success: 200,
  query: pageOf({ kind: importKind.optional(), state: importState.optional() }),
  response: importJob,
  isList: true,
  call: async ({ services }, { query }, context) => {
    const { kind, state } = query;
    const request = { kind, state, page: pageRequest(query) };
    return (await services.commerce.listImports(request, context)).body;
  },
});
