import { readiness } from '@timbre/api';
import { operation } from '../operation';

export const getFiscalReadiness = operation({
  id: 'getFiscalReadiness',
  area: 'fiscalSetup',
  method: 'GET',
  path: '/v1/fiscal/readiness',
  summary: 'Check what is missing before a document can be stamped',
  description: 'Each check says what to do.',
  permissions: ['fiscal:read'],
  environments: 'both',
  isIdempotent: false,
  success: 200,
  response: readiness,
  tool: 'check_readiness',
  call: async ({ services }, _, context) =>
    (await services.fiscalCfdi.getFiscalReadiness({}, context)).body,
});
