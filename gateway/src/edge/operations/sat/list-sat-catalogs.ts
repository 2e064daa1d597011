import { satCatalog } from '@timbre/api';
import { operation } from '../operation';

export const listSatCatalogs = operation({
  id: 'listSatCatalogs',
  area: 'sat',
  method: 'GET',
  path: '/v1/sat/catalogs',
  summary: { en: 'List the SAT catalogues', es: 'Listar los catálogos del SAT' },
  description: {
    en: 'Their names, titles and the day of their data; searchSatCatalog finds codes.',
    es: 'Sus nombres, títulos y el día de sus datos; searchSatCatalog busca claves.',
  },
  permissions: ['sat:read'],
  environments: 'both',
  isIdempotent: false,
  success: 200,
  response: satCatalog,
  isList: true,
  call: async ({ services }, _, context) =>
    (await services.fiscalCfdi.listSatCatalogs({}, context)).body,
});
