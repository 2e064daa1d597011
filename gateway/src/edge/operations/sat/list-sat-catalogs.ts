import { satCatalog } from '@timbre/api';
import { operation } from '../operation';

export const listSatCatalogs = operation({
  id: 'listSatCatalogs',
  area: 'sat',
  method: 'GET',
  path: '/v1/sat/catalogs',
  summary: { en: 'List the SAT catalogues', es: 'Listar los catálogos del SAT' },
  description: {
    en: 'Catalogue names, titles and data dates; searchSatCatalog finds codes.',
    es: 'Nombre, título y día de datos de cada uno; searchSatCatalog busca claves.',
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
