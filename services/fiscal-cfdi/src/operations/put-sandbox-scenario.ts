import type { fiscalCfdi } from '@timbre/contract';
import { longCommand, replyValue } from '@timbre/kit';
import type { SetUpProviders } from '../domain/ports';
import { authorityOf, doneValue } from '../workflows/authority-outcome';

/** The simulator keeps the switch, because only the simulator acts on it. */
export const putSandboxScenario = longCommand(
  async (run, { scenarioId }: fiscalCfdi.PutSandboxScenarioRequest, providers: SetUpProviders) => {
    const authority = authorityOf(providers, run.context);
    const switched = doneValue(await authority.switchScenario(scenarioId ?? null));
    return run.finish(async () => replyValue(switched));
  },
);
