import { scenario } from '@timbre/api';
import { operation } from '../operation';

export const listSandboxScenarios = operation({
  id: 'listSandboxScenarios',
  area: 'sandbox',
  method: 'GET',
  path: '/v1/sandbox/scenarios',
  summary: 'List the magic values of the sandbox',
  description:
    'If an exchange rate requires a confirmation, use a key from TIM00 to TIMzz; each key works for one document.',
  permissions: [],
  environments: 'sandbox',
  isIdempotent: false,
  success: 200,
  response: scenario,
  isList: true,
  call: async ({ services }, _, context) =>
    (await services.fiscalCfdi.listSandboxScenarios({}, context)).body,
});
