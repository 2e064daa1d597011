import { rfcParams, taxProfile } from '@timbre/api';
import { operation } from '../operation';

export const getTaxProfile = operation({
  id: 'getTaxProfile',
  area: 'sat',
  method: 'GET',
  path: '/v1/sat/tax-profiles/{rfc}',
  summary: {
    en: 'Get the latest tax profile of an RFC',
    es: 'Consultar el último perfil fiscal de un RFC',
  },
  description: {
    en: 'The profile as it was last read from a Constancia; extractTaxProfile reads a new one.',
    es: 'El perfil como se leyó por última vez de una Constancia; extractTaxProfile lee uno nuevo.',
  },
  permissions: ['sat:read'],
  environments: 'both',
  isIdempotent: false,
  success: 200,
  params: rfcParams,
  response: taxProfile,
  call: async ({ services }, { params }, context) =>
    (await services.satSync.getTaxProfile(params, context)).body,
});
