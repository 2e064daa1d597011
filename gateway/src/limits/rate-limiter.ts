import type { Pool } from 'pg';
import type { RateClass } from '../operations/operation';

/** Requests per second, and how many may come at once after a pause. */
export interface Quota {
  perSecond: number;
  burst: number;
}

export type Quotas = Record<RateClass, Quota>;

export const defaultQuotas: Quotas = {
  read: { perSecond: 200, burst: 400 },
  write: { perSecond: 100, burst: 200 },
  stamp: { perSecond: 50, burst: 100 },
  export: { perSecond: 10, burst: 20 },
};

export interface Verdict {
  isAllowed: boolean;
  limit: number;
  remaining: number;
  /** Seconds until the whole burst is free again. */
  resetSeconds: number;
  retryAfterSeconds: number;
}

export type RateLimiter = (credentialId: string, rateClass: RateClass) => Promise<Verdict>;

/** Requests of a key that are counted but not yet answered by the store. */
interface Counting {
  quota: Quota;
  /** Waits for the store's word. */
  asking: { resolve: (verdict: Verdict) => void; reject: (error: unknown) => void }[];
  /** Allowed already from what is known. */
  granted: number;
}

/** What the store last said of a key. */
interface Known {
  backlogSeconds: number;
  atMs: number;
  /** Allowed since then and not yet in that number. */
  since: number;
}

/** While less than this part of the burst is used, a request need not wait for the store. */
const easyPart = 0.5;
/** How long the store's word may be used, and how often what was allowed is told to it. */
const knownMs = 1_000;
const settleMs = 20;
const knownMax = 50_000;

/**
 * GCRA in PostgreSQL, so that every gateway counts the same. A key that is far from its limit is
 * answered from the store's last word and counted a moment later; near the limit every request
 * waits for the store. Requests that arrive together are told in one statement.
 */
export function createRateLimiter(pool: Pool, quotas: Quotas, nowMs = Date.now): RateLimiter {
  const known = new Map<string, Known>();
  let counting = new Map<string, Counting>();
  let timer: NodeJS.Timeout | undefined;
  let isTelling = false;

  const tell = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    if (isTelling || counting.size === 0) return;
    isTelling = true;
    const batch = [...counting].sort(([a], [b]) => (a < b ? -1 : 1));
    counting = new Map();
    await decide(pool, batch, (key, backlogSeconds) => {
      if (known.size > knownMax) known.clear();
      known.set(key, { backlogSeconds, atMs: nowMs(), since: 0 });
    }).catch(() => batch.forEach(([key]) => known.delete(key)));
    isTelling = false;
    if (counting.size > 0) schedule();
  };
  const schedule = () => {
    const isAwaited = [...counting.values()].some(({ asking }) => asking.length > 0);
    if (isAwaited) setImmediate(() => void tell());
    else timer ??= setTimeout(() => void tell(), settleMs);
  };
  const countingOf = (key: string, quota: Quota): Counting => {
    const entry = counting.get(key) ?? { quota, asking: [], granted: 0 };
    counting.set(key, entry);
    return entry;
  };

  return (credentialId, rateClass) => {
    const quota = quotas[rateClass];
    const key = `${credentialId}:${rateClass}`;
    const word = known.get(key);
    const backlog =
      word && nowMs() - word.atMs < knownMs ? estimate(word, quota, nowMs()) : undefined;
    const entry = countingOf(key, quota);
    if (word && backlog !== undefined && backlog * quota.perSecond < quota.burst * easyPart) {
      word.since += 1;
      entry.granted += 1;
      schedule();
      return Promise.resolve(verdict(quota, true, backlog + 1 / quota.perSecond, 0));
    }
    return new Promise((resolve, reject) => {
      entry.asking.push({ resolve, reject });
      schedule();
    });
  };
}

function estimate({ backlogSeconds, atMs, since }: Known, quota: Quota, nowMs: number): number {
  return Math.max(0, backlogSeconds - (nowMs - atMs) / 1_000) + since / quota.perSecond;
}

/** `tat` is the theoretical arrival time; keys come sorted so that gateways never deadlock. */
const grantStatement = {
  name: 'rate_limit',
  text: `insert into rate_limits as r (key, tat, granted)
    select k.key, now() + make_interval(secs => least(k.n, k.burst) / k.rate), least(k.n, k.burst)
    from unnest($1::text[], $2::int[], $3::float8[], $4::int[]) as k(key, n, rate, burst)
    on conflict (key) do update set (tat, granted) = (
      select greatest(r.tat, now()) + make_interval(secs => g.granted / g.rate), g.granted
      from (select greatest(0, least(k.n, floor(k.burst
          - extract(epoch from greatest(r.tat, now()) - now())::float8 * k.rate + 1e-9)))::int as granted, k.rate
        from unnest($1::text[], $2::int[], $3::float8[], $4::int[]) as k(key, n, rate, burst)
        where k.key = excluded.key) g)
    returning key, granted, extract(epoch from tat - now())::float8 as backlog`,
};

async function decide(
  pool: Pool,
  batch: [string, Counting][],
  learn: (key: string, backlogSeconds: number) => void,
): Promise<void> {
  try {
    const values = [
      batch.map(([key]) => key),
      batch.map(([, { asking, granted }]) => asking.length + granted),
      batch.map(([, { quota }]) => quota.perSecond),
      batch.map(([, { quota }]) => quota.burst),
    ];
    const { rows } = await pool.query<{ key: string; granted: number; backlog: number }>({
      ...grantStatement,
      values,
    });
    const byKey = new Map(rows.map((row) => [row.key, row]));
    for (const [key, entry] of batch) {
      const { granted, backlog } = byKey.get(key)!;
      learn(key, backlog);
      const left = granted - entry.granted;
      entry.asking.forEach(({ resolve }, index) =>
        resolve(verdict(entry.quota, index < left, backlog, left - index - 1)),
      );
    }
  } catch (error) {
    for (const [, { asking }] of batch) asking.forEach(({ reject }) => reject(error));
    throw error;
  }
}

function verdict(quota: Quota, isAllowed: boolean, backlog: number, laterGrants: number): Verdict {
  const free = Math.floor(quota.burst - backlog * quota.perSecond + 1e-6);
  return {
    isAllowed,
    limit: quota.burst,
    remaining: Math.max(0, free + Math.max(0, laterGrants)),
    resetSeconds: Math.max(0, Math.ceil(backlog)),
    retryAfterSeconds: Math.max(1, Math.ceil(backlog - (quota.burst - 1) / quota.perSecond)),
  };
}
