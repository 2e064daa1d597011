import type { fiscalCfdi } from '@timbre/contract';
import { query } from '@timbre/kit';
import { readinessOf, readinessOfKinds } from '../domain/set-up/readiness';
import type { SeriesKind } from '../domain/set-up/series';
import { setUpOf } from '../store/set-up/set-up';
import { payrollSetUpOf, type ReadinessProviders } from '../workflows/payroll-set-up';

/**
 * Returns the checks for stamping documents of one kind. If no kind is given, returns the checks for income
 * documents and the readiness of every kind. The operation calls payroll only if no kind is given, because
 * payroll itself calls this operation for its own kind.
 */
export const getFiscalReadiness = query(
  async (read, { kind }: fiscalCfdi.GetFiscalReadinessRequest, providers: ReadinessProviders) => {
    const now = read.businessNow;
    const payroll = kind === undefined ? await payrollSetUpOf(read, providers) : undefined;
    const setUp = await setUpOf(read, providers);
    const data = readinessOf(setUp, now, (kind as SeriesKind | undefined) ?? 'income');
    const kinds = payroll && readinessOfKinds(setUp, payroll, now);
    return Buffer.from(JSON.stringify({ data: { ...data, kinds } }));
  },
);
