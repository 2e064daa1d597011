import { sandboxScenarioInput, switchedScenario } from '@timbre/api';
import { operation } from '../operation';

export const putSandboxScenario = operation({
  id: 'putSandboxScenario',
  area: 'sandbox',
  method: 'PUT',
  path: '/v1/sandbox/scenario',
  summary: { en: 'Switch a scenario on or off', es: 'Activar o desactivar un escenario' },
  description: {
    en: 'Until you switch it off, every stamp and cancellation of the organization follows the scenario. A magic value in a document has precedence. Other organizations are unaffected.',
    es: 'Hasta que se desactive, cada timbrado y cada cancelación de la organización ocurre como dice el escenario. Un valor mágico en un documento va primero. Otras organizaciones no lo notan.',
  },
  permissions: ['fiscal:manage'],
  environments: 'sandbox',
  isIdempotent: true,
  success: 200,
  body: sandboxScenarioInput,
  response: switchedScenario,
  call: async ({ services }, { body: { scenarioId } }, context) =>
    (
      await services.fiscalCfdi.putSandboxScenario(
        scenarioId === null ? {} : { scenarioId },
        context,
      )
    ).body,
});
