import type { fiscalCfdi } from '@timbre/contract';
import { query } from '@timbre/kit';
import type { SetUpProviders } from '../domain/ports';
import { readinessOf } from '../domain/set-up/readiness';
import type { SeriesKind } from '../domain/set-up/series';
import { setUpOf } from '../store/set-up/set-up';

export const getFiscalReadiness = query(
  async (read, { kind }: fiscalCfdi.GetFiscalReadinessRequest, providers: SetUpProviders) => {
    const ofKind = (kind as SeriesKind | undefined) ?? 'income';
    const { hasOwnPac, ...setUp } = await setUpOf(read, ofKind);
    const hasPac = hasOwnPac || providers.pacNames.length > 0;
    return Buffer.from(
      JSON.stringify({
        data: readinessOf({ ...setUp, hasPac }, read.businessNow, ofKind),
      }),
    );
  },
);
