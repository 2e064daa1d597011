import { say, sayDayInFuture, sayYearInFuture, type Today } from '@timbre/api';
import type { satSync } from '@timbre/contract';
import { localDateIn } from '@timbre/fiscal';
import { invalid, longCommand, replyWith, type Issue } from '@timbre/kit';
import { oldestOf } from '../domain/downloads/spans';
import { liveSources, syncResource, syncRunning } from '../store/syncs';
import { addSync } from '../workflows/add-sync';
import { requireFiel, rfcOf, type FiscalProviders } from '../workflows/fiscal-identity';
import { readFiles, type FileProviders } from '../workflows/read-files';

export type StartProviders = FileProviders & FiscalProviders;

type Request = satSync.StartSatSyncRequest;

/** The time zone in which the SAT counts days. */
const zone = 'America/Mexico_City';

/**
 * Queues the sources that a synchronization reads. Uploaded files are imported at once and need no FIEL.
 * Refusals: validation_error with in_future, period_too_old or the issues of `readFiles`; conflict
 * with fiscal_profile_missing, fiel_missing or sync_running.
 */
export const startSatSync = longCommand(
  async (run, request: Request, providers: StartProviders) => {
    requirePeriod(request, { today: localDateIn(run.now().getTime(), zone), zone });
    const rfc = await rfcOf(run.context, providers);
    const { fileIds } = request;
    if (fileIds.length > 0) {
      const counts = await readFiles(run, providers, rfc, fileIds);
      return run.finish(async (tx) => replyWith(syncResource, addSync(tx, rfc, request, counts)));
    }
    await requireFiel(run.context, providers);
    return run.finish(async (tx) => {
      const live = await liveSources(tx, rfc);
      const running = request.sources.find((source) => live.has(source));
      if (running !== undefined) throw syncRunning(live.get(running));
      return replyWith(syncResource, addSync(tx, rfc, request));
    });
  },
);

/**
 * Refuses future days and years, for which the SAT has no data, and days more than six years ago, because
 * the SAT no longer provides their CFDI.
 * - period_too_old: the SAT provides only the CFDI of the last six years
 */
function requirePeriod({ dateFrom, dateTo, fiscalYear }: Request, at: Today): void {
  const { today } = at;
  const issues: Issue[] = [];
  if (dateFrom !== undefined && dateFrom > today)
    issues.push({ path: ['dateFrom'], code: 'in_future', ...sayDayInFuture(dateFrom, at) });
  const field = dateFrom === undefined ? 'dateTo' : 'dateFrom';
  const first = dateFrom ?? dateTo;
  const oldest = oldestOf(today);
  if (first !== undefined && first < oldest)
    issues.push({ path: [field], code: 'period_too_old', ...say('period_too_old', { oldest }) });
  if (fiscalYear !== undefined && fiscalYear > Number(today.slice(0, 4)))
    issues.push({ path: ['fiscalYear'], code: 'in_future', ...sayYearInFuture(fiscalYear, at) });
  if (issues.length > 0) throw invalid(issues);
}
