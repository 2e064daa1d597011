import { scenario } from '@timbre/api';
import { operation } from '../operation';

export const listSandboxScenarios = operation({
  id: 'listSandboxScenarios',
  area: 'sandbox',
  method: 'GET',
  path: '/v1/sandbox/scenarios',
  summary: 'List the magic values of the sandbox',
  description:
    'An exchange rate that requires a confirmation has the keys TIM00 to TIMzz, each for one document.',
  permissions: [],
  environments: 'sandbox',
  isIdempotent: false,
  success: 200,
  response: scenario,
  isList: true,
  call: async ({ services }, _, context) =>
    (await services.fiscalCfdi.listSandboxScenarios({}, context)).body,
});
