import { identifier, satCatalogEntry } from '@timbre/api';
import { z } from 'zod';
import { operation } from '../operation';

export const getSatCatalogEntry = operation({
  id: 'getSatCatalogEntry',
  area: 'sat',
  method: 'GET',
  path: '/v1/sat/catalogs/{catalog}/{code}',
  summary: {
    en: 'Get an entry of a SAT catalogue',
    es: 'Consultar una clave de un catálogo del SAT',
  },
  description: {
    en: 'The code with its meaning, its validity and the further columns of the SAT.',
    es: 'La clave con su significado, su vigencia y las demás columnas del SAT.',
  },
  permissions: ['sat:read'],
  environments: 'both',
  isIdempotent: false,
  success: 200,
  params: z.strictObject({ catalog: identifier, code: identifier }),
  response: satCatalogEntry,
  call: async ({ services }, { params }, context) =>
    (await services.fiscalCfdi.getSatCatalogEntry(params, context)).body,
});
