import { scenario } from '@timbre/api';
import { operation } from '../operation';

export const listSandboxScenarios = operation({
  id: 'listSandboxScenarios',
  area: 'sandbox',
  method: 'GET',
  path: '/v1/sandbox/scenarios',
  summary: 'List the magic values of the sandbox',
  permissions: [],
  environments: 'sandbox',
  isIdempotent: false,
  success: 200,
  response: scenario,
  isList: true,
  call: async ({ services }, _, context) =>
    (await services.fiscalCfdi.listSandboxScenarios({}, context)).body,
});
