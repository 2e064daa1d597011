import type { fiscalCfdi } from '@timbre/contract';
import { command, conflict, invalid, replyWith } from '@timbre/kit';
import { changeSeries, folioIssues } from '../domain/set-up/series';
import { clearDefault, Series, seriesResource } from '../store/set-up/series';
import { lockSetUp } from '../store/set-up/set-up-lock';

export const updateSeries = command(async (tx, request: fiscalCfdi.UpdateSeriesRequest) => {
  const issues = folioIssues(request.nextFolio);
  if (issues.length) throw invalid(issues);
  await lockSetUp(tx);
  const series = await tx.lock(Series, request.seriesId, seriesResource.name);
  const outcome = changeSeries(series, request);
  if ('reason' in outcome) throw conflict(outcome.message, outcome.reason);
  // The previous default is cleared before the ORM writes the series. If the ORM wrote the new default
  // first, two defaults would violate the unique index.
  if (outcome.isDefault) await clearDefault(tx, { kind: series.kind, exceptId: series.id });
  Object.assign(series, outcome, { isGiven: false, updatedAt: tx.now });
  return replyWith(seriesResource, series.id);
});
