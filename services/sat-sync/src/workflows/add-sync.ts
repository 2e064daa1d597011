import { localDateTimeIn } from '@timbre/fiscal';
import type { Transaction } from '@timbre/kit';
import { monthsOf, oldestOf } from '../domain/downloads/spans';
import { downloads, type SatSource } from '../domain/sources';
import { syncCompleted } from '../store/sync-completed';
import { Sync, SyncSource } from '../store/syncs';
import type { SourceCounts } from './read-declarations';

export interface AskedSync {
  sources: readonly string[];
  dateFrom?: string | undefined;
  dateTo?: string | undefined;
  fiscalYear?: number | undefined;
}

/**
 * Adds a synchronization. If counts are given, the synchronization is already finished; otherwise, its
 * sources are queued.
 * @returns the identifier of the synchronization
 */
export function addSync(
  tx: Transaction,
  rfc: string,
  request: AskedSync,
  counts?: SourceCounts,
): string {
  const id = tx.add(Sync, { version: 1, rfc, requestedAt: tx.now });
  const thisYear = Number(tx.today.slice(0, 4));
  const fiscalYears =
    request.fiscalYear === undefined ? [thisYear, thisYear - 1] : [request.fiscalYear];
  const sources = request.sources.map((source, index) => ({
    source: source as SatSource,
    ...(index === 0 && counts ? counts : nothing),
  }));
  for (const one of sources) {
    tx.add(SyncSource, {
      version: 1,
      syncId: id,
      rfc,
      fiscalYears,
      attempts: 0,
      ...one,
      ...downloadOf(tx, one.source, request),
      issues: [],
      errorCode: null,
      errorMessage: null,
      ...(counts ? { state: 'completed', dueAt: null } : { state: 'queued', dueAt: tx.now }),
    });
  }
  if (counts) {
    const ended = sources
      .map((one) => ({ ...one, state: 'completed' as const }))
      .toSorted((one, other) => (one.source < other.source ? -1 : 1));
    const requestedAt = tx.now.toISOString();
    tx.emit(syncCompleted({ syncId: id, state: 'completed', requestedAt, sources: ended }));
  }
  return id;
}

const nothing: SourceCounts = { found: 0, imported: 0, updated: 0, skipped: 0 };

/** The number of days in a period whose first day is not given, counted back from the last day. */
const daysBack = 31;

/**
 * Returns the period of a source that uses the mass download, divided into months for the requests
 * of metadata.
 */
function downloadOf(tx: Transaction, source: SatSource, request: AskedSync) {
  if (!downloads.includes(source)) return { dateFrom: null, dateTo: null, spans: [] };
  const dateTo = request.dateTo && request.dateTo < tx.today ? request.dateTo : tx.today;
  const [monthBefore, oldest] = [daysBefore(dateTo, daysBack), oldestOf(tx.today)];
  const dateFrom = request.dateFrom ?? (monthBefore > oldest ? monthBefore : oldest);
  const now = localDateTimeIn(tx.now.getTime(), 'America/Mexico_City');
  return { dateFrom, dateTo, spans: monthsOf(dateFrom, dateTo, now) };
}

const daysBefore = (date: string, days: number): string =>
  new Date(Date.parse(date) - days * 86_400_000).toISOString().slice(0, 10);
