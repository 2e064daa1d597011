import { taxProfile, taxProfileInput } from '@timbre/api';
import { operation } from '../operation';

export const extractTaxProfile = operation({
  id: 'extractTaxProfile',
  area: 'sat',
  method: 'POST',
  path: '/v1/sat/tax-profiles/extract',
  summary: {
    en: 'Read a tax profile from a Constancia',
    es: 'Leer un perfil fiscal de una Constancia',
  },
  description: {
    en:
      'From an uploaded PDF, the address in its QR or, for your own, the FIEL. The profile ' +
      'replaces the known one of its RFC.',
    es: 'De un PDF cargado, de la dirección de su QR o, para el propio, con la FIEL. El perfil sustituye al que se conocía de su RFC.',
  },
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
