import { blacklistCheck, rfcParams } from '@timbre/api';
import { operation } from '../operation';

export const checkBlacklist = operation({
  id: 'checkBlacklist',
  area: 'sat',
  method: 'GET',
  path: '/v1/sat/blacklist/{rfc}',
  summary: 'Look an RFC up in the lists of articles 69 and 69-B',
  description: 'Article 69-B lists issuers of invented operations.',
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
