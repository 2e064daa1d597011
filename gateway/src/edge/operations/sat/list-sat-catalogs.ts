import { satCatalog } from '@timbre/api';
import { operation } from '../operation';

export const listSatCatalogs = operation({
  id: 'listSatCatalogs',
  area: 'sat',
  method: 'GET',
  path: '/v1/sat/catalogs',
  summary: 'List the SAT catalogues',
  description: 'Their names, titles and the day of their data; searchSatCatalog finds codes.',
  permissions: ['sat:read'],
  environments: 'both',
  isIdempotent: false,
  success: 200,
  response: satCatalog,
  isList: true,
  call: async ({ services }, _, context) =>
    (await services.fiscalCfdi.listSatCatalogs({}, context)).body,
});
