import { declaration, declarationsQuery } from '@timbre/api';
import { pageRequest } from '../../messages/page';
import { operation } from '../operation';

export const listDeclarations = operation({
  id: 'listDeclarations',
  area: 'sat',
  method: 'GET',
  path: '/v1/declarations',
  summary: { en: 'List declarations', es: 'Listar las declaraciones' },
  description: {
    en:
      'Declarations already synchronized, by period, day of presentation and number, the latest first. ' +
      'The query searches numbers, capture lines, types and names of taxes.',
    es: 'Las declaraciones ya sincronizadas, por periodo, día de presentación y número, la última primero. La búsqueda abarca números, líneas de captura, tipos y nombres de impuestos.',
  },
  permissions: ['sat:read'],
  environments: 'production',
  isIdempotent: false,
  success: 200,
  query: declarationsQuery,
  response: declaration,
  isList: true,
  tool: 'search_documents',
  choice: 'declaration',
  call: async ({ services }, { query: { fiscalYear, ...page } }, context) =>
    (await services.satSync.listDeclarations({ fiscalYear, page: pageRequest(page) }, context))
      .body,
});
