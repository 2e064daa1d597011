import { createOutage, type Logger } from '@timbre/kit';
import type { Pool } from 'pg';
import type { LimitClass, Quotas, Verdict } from '../domain/quotas';
import { decide, tighter, verdict, type Batch, type Limited } from '../store/rate-store';

/**
 * @param key a credential, link or address
 * @param organizationId where the request counts as well
 */
export type RateLimiter = (
  key: string,
  limitClass: LimitClass,
  organizationId?: string,
) => Promise<Verdict>;

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
 * GCRA in PostgreSQL, so that every gateway counts the same. A request counts for its key and for its
 * organization, whichever has less room. A key far below its limit is answered
 * from the store's last answer and counted a moment later; near the limit every request waits for
 * the store. One statement counts all concurrent requests.
 *
 * A single gateway enforces burst and rate exactly. Of several, each may admit up to half a burst
 * that the others have not counted; it is charged in full, so the rate holds over time.
 * @param logger has the begin and the end of an outage of the store, which requests that only read do not notice
 * @param clock epoch milliseconds, for tests; the default is PostgreSQL's time
 * @returns a function that rejects while the store is down
 */
export function createRateLimiter(
  pool: Pool,
  quotas: Quotas,
  logger: Logger,
  clock?: () => number,
): RateLimiter {
  const nowMs = clock ?? Date.now;
  const outage = createOutage(logger, 'the count of requests');
  const known = new Map<string, Known>();
  let counting = newBatch();
  let told = newBatch();
  const queue = createQueue(async () => {
    [told, counting] = [counting, newBatch()];
    try {
      const said = await decide(pool, told, clock?.());
      if (known.size > knownMax) known.clear();
      for (const [key, backlogSeconds] of said) known.set(key, { backlogSeconds, atMs: nowMs() });
      outage.recovered();
    } catch (error) {
      outage.failed(error);
      refuseAll(told, known, error);
    }
    told = newBatch();
  });
  /** The verdict from the store's last answer, if that leaves much of the burst. */
  const easily = ({ key, quota }: Limited): Verdict | undefined => {
    const word = known.get(key);
    const ageMs = word ? nowMs() - word.atMs : Infinity;
    if (!word || ageMs >= knownMs) return undefined;
    const { perSecond, burst } = quota;
    // The store's answer does not include requests that are unreported or in flight.
    const untold = (counting.counts.get(key) ?? 0) + (told.counts.get(key) ?? 0);
    const backlog = Math.max(0, word.backlogSeconds - ageMs / 1_000) + untold / perSecond;
    if (backlog * perSecond >= burst * easyPart) return undefined;
    return verdict(quota, true, backlog + 1 / perSecond, 0);
  };
  const { organizationFactor: factor } = quotas;

  return (limited, limitClass, organizationId) => {
    const quota = quotas[limitClass];
    const key = `${limited}:${limitClass}`;
    const organization = organizationId === undefined ? undefined : {
      key: `${organizationId}:${limitClass}`,
      quota: { perSecond: quota.perSecond * factor, burst: Math.floor(quota.burst * factor) },
    }; // prettier-ignore
    const own = easily({ key, quota });
    const shared = organization && own && easily(organization);
    const entry = counting.entries.get(key) ?? { quota, organization, asking: [], taken: 0 };
    counting.entries.set(key, entry);
    for (const one of organization ? [key, organization.key] : [key]) {
      counting.counts.set(one, (counting.counts.get(one) ?? 0) + 1);
    }
    if (own && (shared || !organization)) {
      entry.taken += 1;
      queue.soon();
      return Promise.resolve(shared ? tighter(own, shared) : own);
    }
    return new Promise((resolve, reject) => {
      entry.asking.push({ resolve, reject });
      queue.now();
    });
  };
}

/** It is unknown which requests of the batch were counted. */
function refuseAll({ entries }: Batch, known: Map<string, Known>, error: unknown): void {
  for (const [key, { organization, asking }] of entries) {
    known.delete(key);
    if (organization) known.delete(organization.key);
    asking.forEach(({ reject }) => reject(error));
  }
}

const newBatch = (): Batch => ({ entries: new Map(), counts: new Map() });

/** Runs `tell` if something has to be reported, never concurrently. */
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
