import { fiscalProfile } from '@timbre/api';
import { operation } from '../operation';

export const getFiscalProfile = operation({
  id: 'getFiscalProfile',
  area: 'fiscalSetup',
  method: 'GET',
  path: '/v1/fiscal/profile',
  summary: { en: 'Get the fiscal profile', es: 'Consultar el perfil fiscal' },
  description: {
    en: 'RFC, name, regime and postal code.',
    es: 'RFC, nombre, régimen y código postal.',
  },
  permissions: ['fiscal:read'],
  environments: 'both',
  isIdempotent: false,
  success: 200,
  response: fiscalProfile,
  errors: ['not_found'],
  tool: 'get_fiscal_profile',
  call: async ({ services }, _, context) =>
    (await services.fiscalCfdi.getFiscalProfile({}, context)).body,
});
