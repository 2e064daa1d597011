import { newId, type Runtime } from '@timbre/kit';
import type { Pool } from 'pg';
import { localDateTimeIn } from '@timbre/fiscal';
import { lists69 } from '../domain/lists/list-69';
import { SatFault } from '../domain/sat-fault';
import { countListFailure } from '../metrics';
import { endTurn, keepTurn, takeTurn, TurnLost } from '../store/list-turn';
import { forgetFailure, keepFailure, knownLists } from '../store/loaded-lists';
import { loadList, type ListProviders, type SatList } from './load-list';

/**
 * The hour of the day from which lists are loaded. The SAT publishes lists during the day, and they are
 * loaded in the following night.
 */
const fromHour = 2;

/**
 * The SAT's lists, in the order in which they are loaded. Requests are refused until the list of article
 * 69-B is loaded. The list of article 69-B is loaded last, so that requests are accepted only after
 * the service has tried to load all lists.
 */
export const satLists: SatList[] = [
  ...lists69.map((one) => ({ ...one, list: '69' as const })),
  { file: 'Listado_Completo_69-B.csv', list: '69b', situation: '' },
];

/** Loads the due lists once, if no other process is loading them. */
export async function loadLists(
  runtime: Pick<Runtime<ListProviders>, 'now' | 'logger' | 'providers'>,
  systemPool: Pool,
): Promise<void> {
  const loader = newId();
  if (!(await takeTurn(systemPool, loader, runtime.now()))) return;
  try {
    await loadDue(runtime, systemPool, () => keepTurn(systemPool, loader, runtime.now()));
  } catch (error) {
    if (!(error instanceof TurnLost)) throw error;
  } finally {
    await endTurn(systemPool, loader);
  }
}

async function loadDue(
  { now, logger, providers }: Pick<Runtime<ListProviders>, 'now' | 'logger' | 'providers'>,
  systemPool: Pool,
  keep: () => Promise<void>,
): Promise<void> {
  const at = now();
  const known = await knownLists(systemPool);
  const failed: object[] = [];
  for (const list of satLists) {
    const { file } = list;
    const { loadedAt, nextAt } = known.find((one) => one.file === file) ?? {};
    if (nextAt ? nextAt > at : loadedAt && !isDue(loadedAt, at)) continue;
    await keep();
    try {
      const source = await providers.lists.open(file);
      const { rows, skipped } = await loadList(systemPool, list, source, at, keep);
      await forgetFailure(systemPool, file);
      logger.info({ file, rows, skipped }, 'a list of the SAT is loaded');
    } catch (err) {
      if (err instanceof TurnLost) throw err;
      const again = await postpone(systemPool, file, err, at);
      failed.push({ file, again, error: String(err) });
    }
  }
  if (failed.length > 0) logger.warn({ failed }, 'lists of the SAT were not loaded');
}

/**
 * The waiting times before a list is loaded again after a failure. The first waiting time is an
 * hour if the list is broken. It is a minute if the SAT's server does not respond, because the
 * server may recover soon.
 */
const refusedMs = 3_600_000;
const unreachedMs = 60_000;

/** Schedules the next attempt to load a list, at most an hour later. */
async function postpone(systemPool: Pool, file: string, error: unknown, at: Date): Promise<string> {
  const reason = error instanceof SatFault ? error.code : 'internal';
  countListFailure(reason);
  const firstMs = reason === 'sat_unavailable' ? unreachedMs : refusedMs;
  const again = await keepFailure(systemPool, file, reason, at, { firstMs, mostMs: refusedMs });
  return again.toISOString();
}

/** Whether a new night has begun since the last load of the lists. */
function isDue(last: Date, now: Date): boolean {
  const [day, time] = centralTime(now);
  return Number(time.slice(0, 2)) >= fromHour && centralTime(last)[0] < day;
}

function centralTime(at: Date): [day: string, time: string] {
  const [day = '', time = ''] = localDateTimeIn(at.getTime(), 'America/Mexico_City').split('T');
  return [day, time];
}
