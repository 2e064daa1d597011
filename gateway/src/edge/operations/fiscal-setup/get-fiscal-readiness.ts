import { readiness } from '@timbre/api';
import { operation } from '../operation';

export const getFiscalReadiness = operation({
  id: 'getFiscalReadiness',
  area: 'fiscalSetup',
  method: 'GET',
  path: '/v1/fiscal/readiness',
  summary: {
    en: 'Check what is missing before a document can be stamped',
    es: 'Revisar qué falta para poder timbrar un documento',
  },
  description: { en: 'Each check says what to do.', es: 'Cada revisión dice qué hacer.' },
  permissions: ['fiscal:read'],
  environments: 'both',
  isIdempotent: false,
  success: 200,
  response: readiness,
  tool: 'check_readiness',
  call: async ({ services }, _, context) =>
    (await services.fiscalCfdi.getFiscalReadiness({}, context)).body,
});
