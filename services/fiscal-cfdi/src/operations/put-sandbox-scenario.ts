import type { fiscalCfdi } from '@timbre/contract';
import { longCommand, replyValue } from '@timbre/kit';
import type { SetUpProviders } from '../domain/ports';
import { authorityOf, doneValue } from '../workflows/authority-outcome';

/**
 * Activates or deactivates a scenario of the sandbox. The simulator stores the active scenario, because no
 * other service uses it.
 */
export const putSandboxScenario = longCommand(
  async (run, { scenarioId }: fiscalCfdi.PutSandboxScenarioRequest, providers: SetUpProviders) => {
    const authority = authorityOf(providers, run.context);
    const switched = doneValue(await authority.switchScenario(scenarioId ?? null));
    return run.finish(async () => replyValue(switched));
  },
);
