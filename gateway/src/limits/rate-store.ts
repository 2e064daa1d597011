import type { Pool } from 'pg';

/** Requests per second, and the burst after a pause. */
export interface Quota {
  perSecond: number;
  burst: number;
}

export interface Verdict {
  isAllowed: boolean;
  limit: number;
  remaining: number;
  /** Seconds until the whole burst is free again. */
  resetSeconds: number;
  retryAfterSeconds: number;
}

/** Requests of a key that the store has not counted yet. */
export interface Counting {
  quota: Quota;
  /** Requests that wait for the store. */
  asking: { resolve: (verdict: Verdict) => void; reject: (error: unknown) => void }[];
  /** Requests admitted from the last answer. */
  taken: number;
}

export type Batch = Map<string, Counting>;

/** A store that hangs counts as down. */
const storeTimeoutMs = 2_000;

/**
 * `tat` is the theoretical arrival time. Admitted requests are charged even beyond the limit. Keys
 * are sorted so that gateways never deadlock.
 */
const grantStatement = {
  name: 'rate_limit',
  text: `with asked as (
      select *, coalesce($6::timestamptz, now()) as at
      from unnest($1::text[], $2::int[], $3::int[], $4::float8[], $5::int[])
        as k(key, taken, asking, rate, burst)
    )
    insert into rate_limits as r (key, tat, granted)
    select key, at + make_interval(secs => (taken + least(asking, greatest(0, burst - taken))) / rate),
      least(asking, greatest(0, burst - taken))
    from asked
    on conflict (key) do update set (tat, granted) = (
      select greatest(r.tat, at) + make_interval(secs => (taken + g.granted) / rate), g.granted
      from (select *, greatest(0, least(asking, floor(burst - taken
          - extract(epoch from greatest(r.tat, at) - at)::float8 * rate + 1e-6)))::int as granted
        from asked where asked.key = excluded.key) g)
    returning key, granted, extract(epoch from tat - coalesce($6::timestamptz, now()))::float8 as backlog`,
  query_timeout: storeTimeoutMs,
};

/**
 * Updates the store and answers the waiting requests.
 * @returns the backlog of each key, in seconds
 */
export async function decide(
  pool: Pool,
  batch: Batch,
  atMs: number | undefined,
): Promise<[key: string, backlogSeconds: number][]> {
  const entries = [...batch].sort(([a], [b]) => (a < b ? -1 : 1));
  const values = [
    entries.map(([key]) => key),
    entries.map(([, { taken }]) => taken),
    entries.map(([, { asking }]) => asking.length),
    entries.map(([, { quota }]) => quota.perSecond),
    entries.map(([, { quota }]) => quota.burst),
    atMs === undefined ? null : new Date(atMs),
  ];
  const { rows } = await pool.query<{ key: string; granted: number; backlog: number }>({
    ...grantStatement,
    values,
  });
  return rows.map(({ key, granted, backlog }) => {
    const { quota, asking } = batch.get(key)!;
    asking.forEach(({ resolve }, index) =>
      resolve(verdict(quota, index < granted, backlog, granted - index - 1)),
    );
    return [key, backlog];
  });
}

export function verdict(
  quota: Quota,
  isAllowed: boolean,
  backlog: number,
  laterGrants: number,
): Verdict {
  const free = Math.floor(quota.burst - backlog * quota.perSecond + 1e-6);
  return {
    isAllowed,
    limit: quota.burst,
    remaining: Math.max(0, free + Math.max(0, laterGrants)),
    resetSeconds: Math.max(0, Math.ceil(backlog)),
    retryAfterSeconds: Math.max(1, Math.ceil(backlog - (quota.burst - 1) / quota.perSecond)),
  };
}
