import { importJob, importKind, importState, pageOf } from '@timbre/api';
import { pageRequest } from '../../messages/page';
import { operation } from '../operation';

export const listImports = operation({
  id: 'listImports',
  area: 'imports',
  method: 'GET',
  path: '/v1/imports',
  summary: {
    en: 'List imports, newest first',
    es: 'Listar las importaciones, la más reciente primero',
  },
  description: {
    en: 'Each import with its state and its numbers of rows.',
    es: 'Cada importación con su estado y sus números de renglones.',
  },
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
