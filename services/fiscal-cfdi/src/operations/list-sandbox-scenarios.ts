import type { fiscalCfdi } from '@timbre/contract';
import { query } from '@timbre/kit';
import type { SetUpProviders } from '../domain/ports';
import { authorityOf, doneValue } from '../workflows/authority-outcome';

export const listSandboxScenarios = query(
  async (read, _: fiscalCfdi.ListSandboxScenariosRequest, providers: SetUpProviders) => {
    const data = doneValue(await authorityOf(providers, read.context).scenarios());
    const pagination = { nextCursor: null, hasMore: false };
    return Buffer.from(JSON.stringify({ data, pagination }));
  },
);
