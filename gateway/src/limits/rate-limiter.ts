import type { Pool } from 'pg';
import type { RateClass } from '../operations/operation';
import { decide, verdict, type Batch, type Counting, type Quota, type Verdict } from './rate-store';

export type Quotas = Record<RateClass, Quota>;

export const defaultQuotas: Quotas = {
  read: { perSecond: 200, burst: 400 },
  write: { perSecond: 100, burst: 200 },
  stamp: { perSecond: 50, burst: 100 },
  export: { perSecond: 10, burst: 20 },
};

export type RateLimiter = (credentialId: string, rateClass: RateClass) => Promise<Verdict>;

/** The store's last answer for a key. */
interface Known {
  backlogSeconds: number;
  atMs: number;
}

/** Below this share of the burst a request does not wait for the store. */
const easyPart = 0.5;
/** How long the store's answer is valid, and how often admitted requests are reported to it. */
const knownMs = 1_000;
const settleMs = 20;
const knownMax = 50_000;

/**
 * GCRA in PostgreSQL, so that every gateway counts the same. A key far below its limit is answered
 * from the store's last answer and counted a moment later; near the limit every request waits for
 * the store. One statement counts all concurrent requests.
 *
 * A single gateway enforces burst and rate exactly. Of several, each may admit up to half a burst
 * that the others have not counted; it is charged in full, so the rate holds over time.
 * @param clock epoch milliseconds, for tests; the default is PostgreSQL's time
 * @returns a function that rejects while the store is down
 */
export function createRateLimiter(pool: Pool, quotas: Quotas, clock?: () => number): RateLimiter {
  const nowMs = clock ?? Date.now;
  const known = new Map<string, Known>();
  let counting: Batch = new Map();
  let told: Batch = new Map();
  const queue = createQueue(async () => {
    [told, counting] = [counting, new Map()];
    try {
      const said = await decide(pool, told, clock?.());
      if (known.size > knownMax) known.clear();
      for (const [key, backlogSeconds] of said) known.set(key, { backlogSeconds, atMs: nowMs() });
    } catch (error) {
      for (const [key, { asking }] of told) {
        known.delete(key);
        asking.forEach(({ reject }) => reject(error));
      }
    }
    told = new Map();
  });
  const backlogOf = (key: string, { perSecond }: Quota): number | undefined => {
    const word = known.get(key);
    const ageMs = word ? nowMs() - word.atMs : Infinity;
    if (!word || ageMs >= knownMs) return undefined;
    // The store's answer does not include requests that are unreported or in flight.
    const untold = (counting.get(key)?.taken ?? 0) + pendingOf(told.get(key));
    return Math.max(0, word.backlogSeconds - ageMs / 1_000) + untold / perSecond;
  };

  return (credentialId, rateClass) => {
    const quota = quotas[rateClass];
    const key = `${credentialId}:${rateClass}`;
    const backlog = backlogOf(key, quota);
    const entry = counting.get(key) ?? { quota, asking: [], taken: 0 };
    counting.set(key, entry);
    if (backlog !== undefined && backlog * quota.perSecond < quota.burst * easyPart) {
      entry.taken += 1;
      queue.soon();
      return Promise.resolve(verdict(quota, true, backlog + 1 / quota.perSecond, 0));
    }
    return new Promise((resolve, reject) => {
      entry.asking.push({ resolve, reject });
      queue.now();
    });
  };
}

const pendingOf = (entry: Counting | undefined): number =>
  entry ? entry.taken + entry.asking.length : 0;

/** Runs `tell` when there is something to report, never concurrently. */
function createQueue(tell: () => Promise<void>) {
  let wanted: 'now' | 'soon' | undefined;
  let isTelling = false;
  let timer: NodeJS.Timeout | undefined;
  let immediate: NodeJS.Immediate | undefined;
  const schedule = (): void => {
    if (isTelling || !wanted) return;
    if (wanted === 'now') immediate ??= setImmediate(() => void run());
    else timer ??= setTimeout(() => void run(), settleMs);
  };
  const run = async (): Promise<void> => {
    clearTimeout(timer);
    clearImmediate(immediate);
    timer = immediate = wanted = undefined;
    isTelling = true;
    await tell();
    isTelling = false;
    schedule();
  };
  const want = (when: 'now' | 'soon'): void => {
    if (wanted !== 'now') wanted = when;
    schedule();
  };
  return { now: () => want('now'), soon: () => want('soon') };
}
