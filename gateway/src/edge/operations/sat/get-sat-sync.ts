import { identifier, satSync } from '@timbre/api';
import { z } from 'zod';
import { operation } from '../operation';

export const getSatSync = operation({
  id: 'getSatSync',
  area: 'sat',
  method: 'GET',
  path: '/v1/sat/syncs/{syncId}',
  summary: 'Get a synchronization with the SAT',
  description:
    'The state of each source, the documents found, and the requests to the mass download.',
  permissions: ['sat:read'],
  environments: 'production',
  isIdempotent: false,
  success: 200,
  params: z.strictObject({ syncId: identifier }),
  response: satSync,
  call: async ({ services }, { params }, context) =>
    (await services.satSync.getSatSync(params, context)).body,
});
