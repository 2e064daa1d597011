import { flag, importAction, importParams, importRow, pageOf } from '@timbre/api';
import { pageRequest } from '../../messages/page';
import { operation } from '../operation';

export const listImportRows = operation({
  id: 'listImportRows',
  area: 'imports',
  method: 'GET',
  path: '/v1/imports/{importId}/rows',
  summary: {
    en: 'List the rows of an import, in the order of the file',
    es: 'Listar los renglones de una importación, en el orden del archivo',
  },
  description: {
    en: 'Each row has its values, its action in a commit, its issues (as in the API) and, once committed, its result. `query` finds words in values; dates filter by the import’s day.',
    es: 'Cada renglón con sus valores, lo que hará al escribirse, sus problemas (los mismos de la API) y, una vez escrito, su resultado. `query` busca palabras de los valores; los días son los de la importación.',
  },
  permissions: ['imports:manage'],
  environments: 'both',
  isIdempotent: false,
  success: 200,
  params: importParams,
  query: pageOf({ action: importAction.optional(), hasIssues: flag.optional() }),
  response: importRow,
  isList: true,
  call: async ({ services }, { params, query }, context) => {
    const { action, hasIssues } = query;
    const request = { ...params, action, hasIssues, page: pageRequest(query) };
    return (await services.commerce.listImportRows(request, context)).body;
  },
});
