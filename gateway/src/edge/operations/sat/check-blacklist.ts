import { blacklistCheck, rfcParams } from '@timbre/api';
import { operation } from '../operation';

export const checkBlacklist = operation({
  id: 'checkBlacklist',
  area: 'sat',
  method: 'GET',
  path: '/v1/sat/blacklist/{rfc}',
  summary: {
    en: 'Look an RFC up in the lists of articles 69 and 69-B',
    es: 'Buscar un RFC en las listas de los artículos 69 y 69-B',
  },
  description: {
    en: 'Article 69-B lists issuers of invented operations.',
    es: 'El artículo 69-B lista a quienes emiten comprobantes de operaciones inexistentes.',
  },
  permissions: ['sat:read'],
  environments: 'both',
  isIdempotent: false,
  success: 200,
  params: rfcParams,
  response: blacklistCheck,
  tool: 'check_blacklist',
  call: async ({ services }, { params }, context) =>
    (await services.satSync.checkBlacklist(params, context)).body,
});
