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

interface Waiting {
  resolve: (verdict: Verdict) => void;
  reject: (error: unknown) => void;
}

/**
 * GCRA in PostgreSQL, so that every gateway counts the same. Requests that arrive together are
 * asked together: one statement grants each key as many as its theoretical arrival time leaves.
 */
export function createRateLimiter(pool: Pool, quotas: Quotas) {
  const waiting = new Map<string, { quota: Quota; requests: Waiting[] }>();
  let isAsking = false;

  const ask = async () => {
    isAsking = true;
    while (waiting.size > 0) {
      const batch = [...waiting.entries()].sort(([a], [b]) => (a < b ? -1 : 1));
      waiting.clear();
      await decide(pool, batch);
    }
    isAsking = false;
  };

  return (credentialId: string, rateClass: RateClass): Promise<Verdict> =>
    new Promise((resolve, reject) => {
      const key = `${credentialId}:${rateClass}`;
      const entry = waiting.get(key) ?? { quota: quotas[rateClass], requests: [] };
      entry.requests.push({ resolve, reject });
      waiting.set(key, entry);
      if (!isAsking) setImmediate(() => isAsking || void ask());
    });
}

export type RateLimiter = ReturnType<typeof createRateLimiter>;

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
  batch: [string, { quota: Quota; requests: Waiting[] }][],
): Promise<void> {
  try {
    const values = [
      batch.map(([key]) => key),
      batch.map(([, e]) => e.requests.length),
      batch.map(([, e]) => e.quota.perSecond),
      batch.map(([, e]) => e.quota.burst),
    ];
    const { rows } = await pool.query<{ key: string; granted: number; backlog: number }>({
      ...grantStatement,
      values,
    });
    const byKey = new Map(rows.map((row) => [row.key, row]));
    for (const [key, { quota, requests }] of batch) {
      const { granted, backlog } = byKey.get(key)!;
      requests.forEach(({ resolve }, index) =>
        resolve(verdict(quota, index < granted, backlog, granted - index - 1)),
      );
    }
  } catch (error) {
    for (const [, { requests }] of batch) requests.forEach(({ reject }) => reject(error));
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
