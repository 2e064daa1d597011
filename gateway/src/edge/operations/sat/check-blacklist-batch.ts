import { blacklistChecks, blacklistInput } from '@timbre/api';
import { operation } from '../operation';

export const checkBlacklistBatch = operation({
  id: 'checkBlacklistBatch',
  area: 'sat',
  method: 'POST',
  path: '/v1/sat/blacklist/checks',
  summary: {
    en: 'Check up to 1,000 RFCs in the lists of articles 69 and 69-B',
    es: 'Buscar hasta 1,000 RFC en las listas de los artículos 69 y 69-B',
  },
  description: {
    en: 'Article 69-B lists issuers of invented operations.',
    es: 'El artículo 69-B lista a quienes emiten comprobantes de operaciones inexistentes.',
  },
  permissions: ['sat:read'],
  environments: 'both',
  isIdempotent: false,
  success: 200,
  body: blacklistInput,
  response: blacklistChecks,
  call: async ({ services }, { body }, context) =>
    (await services.satSync.checkBlacklistBatch(body, context)).body,
});
