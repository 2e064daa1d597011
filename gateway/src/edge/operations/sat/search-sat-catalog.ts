import { catalogQuery, identifier, satCatalogEntry } from '@timbre/api';
import { z } from 'zod';
import { pageRequest } from '../../messages/page';
import { operation } from '../operation';

export const searchSatCatalog = operation({
  id: 'searchSatCatalog',
  area: 'sat',
  method: 'GET',
  path: '/v1/sat/catalogs/{catalog}',
  summary: { en: 'Search a SAT catalogue', es: 'Buscar en un catálogo del SAT' },
  description: {
    en: 'Searches by code or words, ignoring accents and case; the best matches come first.',
    es: 'Busca por clave o por palabras, sin distinguir acentos ni mayúsculas; lo que mejor coincide aparece primero.',
  },
  permissions: ['sat:read'],
  environments: 'both',
  isIdempotent: false,
  success: 200,
  params: z.strictObject({ catalog: identifier }),
  query: catalogQuery,
  response: satCatalogEntry,
  isList: true,
  tool: 'search_sat_catalog',
  call: async ({ services }, { params, query }, context) =>
    (
      await services.fiscalCfdi.searchSatCatalog(
        { ...params, page: pageRequest(query), activeOn: query.activeOn },
        context,
      )
    ).body,
});
