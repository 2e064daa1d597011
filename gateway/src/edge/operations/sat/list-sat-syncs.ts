import { pageFields, satSync } from '@timbre/api';
import { z } from 'zod';
import { pageRequest } from '../../messages/page';
import { operation } from '../operation';

const { cursor, limit } = pageFields;

export const listSatSyncs = operation({
  id: 'listSatSyncs',
  area: 'sat',
  method: 'GET',
  path: '/v1/sat/syncs',
  summary: {
    en: 'List synchronizations with the SAT',
    es: 'Listar las sincronizaciones con el SAT',
  },
  description: { en: 'Newest first.', es: 'La más reciente primero.' },
  permissions: ['sat:read'],
  environments: 'production',
  isIdempotent: false,
  success: 200,
  query: z.strictObject({ cursor, limit }),
  response: satSync,
  isList: true,
  call: async ({ services }, { query }, context) =>
    (await services.satSync.listSatSyncs({ page: pageRequest(query) }, context)).body,
});
