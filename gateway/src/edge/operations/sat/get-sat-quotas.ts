import { satQuotas } from '@timbre/api';
import { operation } from '../operation';

export const getSatQuotas = operation({
  id: 'getSatQuotas',
  area: 'sat',
  method: 'GET',
  path: '/v1/sat/quotas',
  summary: 'Get the requests that the SAT has counted',
  description: 'Only periods that were requested before are listed, at most the newest 500.',
  permissions: ['sat:read'],
  environments: 'production',
  isIdempotent: false,
  success: 200,
  response: satQuotas,
  call: async ({ services }, _, context) => (await services.satSync.getSatQuotas({}, context)).body,
});
