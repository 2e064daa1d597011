import { scenario } from '@timbre/api';
import { operation } from '../operation';

export const listSandboxScenarios = operation({
  id: 'listSandboxScenarios',
  area: 'sandbox',
  method: 'GET',
  path: '/v1/sandbox/scenarios',
  summary: {
    en: 'List the magic values of the sandbox',
    es: 'Listar los valores mágicos del sandbox',
  },
  description: {
    en: 'If an exchange rate requires a confirmation, use a key from TIM00 to TIMzz; each key works for one document.',
    es: 'Si un tipo de cambio requiere una confirmación, use una clave de TIM00 a TIMzz; cada clave sirve para un documento.',
  },
  permissions: [],
  environments: 'sandbox',
  isIdempotent: false,
  success: 200,
  response: scenario,
  isList: true,
  call: async ({ services }, _, context) =>
    (await services.fiscalCfdi.listSandboxScenarios({}, context)).body,
});
