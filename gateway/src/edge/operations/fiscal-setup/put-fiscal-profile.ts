import { fiscalProfile, fiscalProfileInput } from '@timbre/api';
import { operation } from '../operation';

export const putFiscalProfile = operation({
  id: 'putFiscalProfile',
  area: 'fiscalSetup',
  method: 'PUT',
  path: '/v1/fiscal/profile',
  summary: { en: 'Set the fiscal profile', es: 'Fijar el perfil fiscal' },
  description: {
    en: 'The tax data of the issuer, exactly as the Constancia shows them.',
    es: 'Los datos fiscales del emisor, exactamente como los muestra la Constancia de Situación Fiscal.',
  },
  permissions: ['fiscal:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 200,
  body: fiscalProfileInput,
  response: fiscalProfile,
  mayWarn: true,
  call: async ({ services }, { body }, context) =>
    (await services.fiscalCfdi.putFiscalProfile(body, context)).body,
});
