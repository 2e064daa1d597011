import type { fiscalCfdi } from '@timbre/contract';
import { fold } from '@timbre/fiscal';
import { command, invalid, replyWith } from '@timbre/kit';
import { seriesIssues } from '../domain/set-up/series';
import { clearDefault, Series, seriesResource } from '../store/set-up/series';
import { lockSetUp } from '../store/set-up/set-up-lock';

/** The first series of a kind always becomes its default. */
export const createSeries = command(async (tx, request: fiscalCfdi.CreateSeriesRequest) => {
  const issues = seriesIssues(request);
  if (issues.length) throw invalid(issues);
  const { code, kind, nextFolio = 1 } = request;
  await lockSetUp(tx);
  const isFirst = !(await tx.findBy(Series, { kind, isDefault: true }));
  const isDefault = request.isDefault === true || isFirst;
  if (isDefault) await clearDefault(tx, { kind });
  const id = tx.add(Series, {
    version: 1,
    kind,
    code,
    nextFolio,
    isDefault,
    active: true,
    searchText: fold(code),
    createdAt: tx.now,
    updatedAt: tx.now,
  });
  return replyWith(seriesResource, id);
});
