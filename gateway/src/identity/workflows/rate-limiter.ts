import { createOutage, type Logger } from '@timbre/kit';
import type { Pool } from 'pg';
import type { LimitClass, Quotas, Verdict } from '../domain/quotas';
import { decide, tighter, verdict, type Batch, type Limited } from '../store/rate-store';

/**
 * @param key identifies a credential, a link or an address
 * @param organizationId is the organization against which the request also counts
 */
export type RateLimiter = (
  key: string,
  limitClass: LimitClass,
  organizationId?: string,
) => Promise<Verdict>;

/** The cached database state of a rate-limit key. */
interface Known {
  backlogSeconds: number;
  atMs: number;
}

/**
 * While a rate-limit key has used less than this share of its burst, its requests do not wait for
 * the database.
 */
const easyPart = 0.5;
/**
 * The time for which a cached database state is used, in milliseconds. After this time, the
 * requests that were admitted in the meantime are counted in the database.
 */
const knownMs = 1_000;
const settleMs = 20;
const knownMax = 50_000;

/**
 * Creates a rate limiter that runs the GCRA algorithm in PostgreSQL, so that all gateways count
 * together. A request counts against its rate-limit key and its organization, and the stricter of
 * the two limits applies. For a rate-limit key far below its limit, the limiter uses the cached
 * database state, and counts the request a moment later. Near the limit, every request waits for
 * the database. One statement counts all concurrent requests. A single gateway enforces the burst
 * and the rate exactly. With several gateways, each gateway may admit up to half a burst that the
 * others have not counted yet. All requests that two gateways admitted independently are counted,
 * so the rate holds over time.
 * @param logger records the beginning and the end of a database outage, during which read requests
 * are still allowed
 * @param clock returns epoch milliseconds in tests; the default is PostgreSQL's time
 * @returns a function that rejects while the database is unavailable
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
  let deciding = newBatch();
  const queue = createQueue(async () => {
    [deciding, counting] = [counting, newBatch()];
    try {
      const said = await decide(pool, deciding, clock?.());
      if (known.size > knownMax) known.clear();
      for (const [key, backlogSeconds] of said) known.set(key, { backlogSeconds, atMs: nowMs() });
      outage.recovered();
    } catch (error) {
      outage.failed(error);
      refuseAll(deciding, known, error);
    }
    deciding = newBatch();
  });
  /**
   * Returns a verdict based on the cached database state, if enough of the burst is left; otherwise
   * undefined.
   */
  const easily = ({ key, quota }: Limited): Verdict | undefined => {
    const word = known.get(key);
    const ageMs = word ? nowMs() - word.atMs : Infinity;
    if (!word || ageMs >= knownMs) return undefined;
    const { perSecond, burst } = quota;
    // Requests that are not yet counted in the database, or whose update is in flight, are added to
    // the cached state.
    const undecided = (counting.counts.get(key) ?? 0) + (deciding.counts.get(key) ?? 0);
    const backlog = Math.max(0, word.backlogSeconds - ageMs / 1_000) + undecided / perSecond;
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

/** Rejects all requests of a batch, because it is unknown which of the requests were counted. */
function refuseAll({ entries }: Batch, known: Map<string, Known>, error: unknown): void {
  for (const [key, { organization, asking }] of entries) {
    known.delete(key);
    if (organization) known.delete(organization.key);
    asking.forEach(({ reject }) => reject(error));
  }
}

const newBatch = (): Batch => ({ entries: new Map(), counts: new Map() });

/** Calls `decideNext` repeatedly, one call at a time, as long as requests are waiting. */
function createQueue(decideNext: () => Promise<void>) {
  let wanted: 'now' | 'soon' | undefined;
  let isDeciding = false;
  let timer: NodeJS.Timeout | undefined;
  let immediate: NodeJS.Immediate | undefined;
  const schedule = (): void => {
    if (isDeciding || !wanted) return;
    if (wanted === 'now') immediate ??= setImmediate(() => void run());
    else timer ??= setTimeout(() => void run(), settleMs);
  };
  const run = async (): Promise<void> => {
    clearTimeout(timer);
    clearImmediate(immediate);
    timer = immediate = wanted = undefined;
    isDeciding = true;
    await decideNext();
    isDeciding = false;
    schedule();
  };
  const want = (when: 'now' | 'soon'): void => {
    if (wanted !== 'now') wanted = when;
    schedule();
  };
  return { now: () => want('now'), soon: () => want('soon') };
}
