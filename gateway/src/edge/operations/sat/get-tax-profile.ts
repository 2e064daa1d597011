import { rfcParams, taxProfile } from '@timbre/api';
import { operation } from '../operation';

export const getTaxProfile = operation({
  id: 'getTaxProfile',
  area: 'sat',
  method: 'GET',
  path: '/v1/sat/tax-profiles/{rfc}',
  summary: 'Get the latest tax profile of an RFC',
  description:
    'The profile as it was last read from a Constancia; extractTaxProfile reads a new one.',
  permissions: ['sat:read'],
  environments: 'both',
  isIdempotent: false,
  success: 200,
  params: rfcParams,
  response: taxProfile,
  call: async ({ services }, { params }, context) =>
    (await services.satSync.getTaxProfile(params, context)).body,
});
