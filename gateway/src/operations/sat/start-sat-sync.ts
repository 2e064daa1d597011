import { satSync, satSyncInput } from '@timbre/api';
import { operation } from '../operation';

export const startSatSync = operation({
  id: 'startSatSync',
  area: 'sat',
  method: 'POST',
  path: '/v1/sat/syncs',
  summary: 'Start a synchronization with the SAT',
  description:
    'Reads the sources with the FIEL of the organization; getSatSync shows the progress. With ' +
    'fileIds it imports PDFs instead, which needs no FIEL.',
  permissions: ['sat:sync'],
  environments: 'production',
  isIdempotent: true,
  success: 202,
  body: satSyncInput,
  response: satSync,
  errors: ['not_found'],
  tool: 'sync_sat',
  call: async ({ services }, { body: { fileIds = [], ...body } }, context) =>
    (await services.satSync.startSatSync({ ...body, fileIds }, context)).body,
});
