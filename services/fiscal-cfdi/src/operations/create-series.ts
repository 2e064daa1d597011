import { LockMode } from '@mikro-orm/postgresql';
import type { fiscalCfdi } from '@timbre/contract';
import { fold } from '@timbre/fiscal';
import { command, invalid, replyWith } from '@timbre/kit';
import { becomesDefault, isUnused, seriesIssues } from '../domain/set-up/series';
import { clearDefault, Series, seriesResource } from '../store/set-up/series';
import { lockSetUp } from '../store/set-up/set-up-lock';

/**
 * Creates a series. The first series of a kind that the organization creates becomes the default of that
 * kind. If a series with the requested code was created automatically and is unused, the operation takes
 * over that series.
 */
export const createSeries = command(async (tx, request: fiscalCfdi.CreateSeriesRequest) => {
  const issues = seriesIssues(request);
  if (issues.length) throw invalid(issues);
  const { code, kind, nextFolio = 1 } = request;
  await lockSetUp(tx);
  // The lock waits for a concurrent transaction that takes a folio of the series. When that transaction has
  // taken the folio, the series counts as used.
  const lockMode = LockMode.PESSIMISTIC_WRITE;
  const same = await tx.findBy(Series, { kind, code }, { lockMode });
  const present = await tx.findBy(Series, { kind, isDefault: true });
  const isDefault = same?.isDefault === true || becomesDefault(request.isDefault, present);
  if (isDefault) await clearDefault(tx, { kind, exceptId: same?.id });
  const chosen = { nextFolio, isDefault, active: true, isGiven: false, updatedAt: tx.now };
  if (same && isUnused(same)) {
    Object.assign(same, chosen);
    return replyWith(seriesResource, same.id);
  }
  const createdAt = tx.now;
  const row = { ...chosen, version: 1, kind, code, searchText: fold(code), createdAt };
  return replyWith(seriesResource, tx.add(Series, row));
});
