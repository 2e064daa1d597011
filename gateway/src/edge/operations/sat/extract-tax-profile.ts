import { taxProfile, taxProfileInput } from '@timbre/api';
import { operation } from '../operation';

export const extractTaxProfile = operation({
  id: 'extractTaxProfile',
  area: 'sat',
  method: 'POST',
  path: '/v1/sat/tax-profiles/extract',
  summary: 'Read a tax profile from a Constancia',
  description:
    'From an uploaded PDF, the address in its QR or, for your own, the FIEL. The profile ' +
    'replaces the known one of its RFC.',
  permissions: ['sat:read'],
  environments: 'both',
  isIdempotent: true,
  success: 201,
  body: taxProfileInput,
  response: taxProfile,
  errors: ['not_found'],
  tool: 'extract_tax_profile',
  reachesOut: true,
  call: async ({ services }, { body: { fileId, qrUrl } }, context) =>
    (await services.satSync.extractTaxProfile({ fileId, qrUrl }, context)).body,
});
