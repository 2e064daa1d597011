import { defineEntity, p } from '@mikro-orm/postgresql';
import { byName } from '@timbre/kit';
import type { Pool } from 'pg';
import { valueAt } from '@timbre/fiscal';
import type { Quota, Verdict } from '../domain/quotas';

/** The state of a rate limit: the requests that were counted for a rate-limit key. */
export const RateLimit = defineEntity({
  name: 'RateLimit',
  tableName: 'rate_limits',
  properties: {
    key: p.text().primary(),
    /** The theoretical arrival time of the next request, as defined by the GCRA algorithm. */
    tat: p.datetime(),
    /** The number of requests that the last SQL statement granted. */
    granted: p.integer(),
  },
});

/** A rate-limited key together with its quota. */
export interface Limited {
  key: string;
  quota: Quota;
}

/** Requests of a rate-limit key that the database has not counted yet. */
interface Counting {
  quota: Quota;
  /** The organization whose quota the requests also consume. */
  organization: Limited | undefined;
  /** Requests that wait until the database grants or rejects them. */
  asking: { resolve: (verdict: Verdict) => void; reject: (error: unknown) => void }[];
  /**
   * The number of requests that were admitted without a database query, based on the last stored
   * state.
   */
  taken: number;
}

export interface Batch {
  entries: Map<string, Counting>;
  /** The batch's request counts, by rate-limit key and by the organization's key. */
  counts: Map<string, number>;
}

/**
 * The time after which a database that does not respond is treated as unavailable, in milliseconds.
 */
const storeTimeoutMs = 2_000;

/**
 * Returns SQL for the number of waiting requests that can be granted after the already admitted
 * requests are counted.
 */
const room = (of: string, taken: string, rate: string, burst: string, asking: string): string =>
  `greatest(0, least(${of}.${asking}, floor(${of}.${burst} - ${of}.${taken}
    - extract(epoch from greatest(l.tat, ${of}.at) - ${of}.at)::float8 * ${of}.${rate} + 1e-6)))::int`;

/**
 * `tat` is the theoretical arrival time. A request is granted if both its rate-limit key and its
 * organization have quota left, and the request then counts against both. A rejected request counts
 * against neither quota. Requests that were already admitted (`taken`) are counted even above the
 * limit. Rate-limit keys are locked in sorted order, so that concurrent gateways do not deadlock.
 */
const grantText = `with asked as (
      select *, coalesce(:at::timestamptz, now()) as at
      from unnest(:keys::text[], :taken::int[], :asking::int[], :rates::float8[], :bursts::int[],
        :orgs::text[], :orgRates::float8[], :orgBursts::int[])
        as k(key, taken, asking, rate, burst, org, org_rate, org_burst)
    ), locked as materialized (
      select r.key, r.tat from rate_limits r
      where r.key = any(:keys::text[]) or r.key = any(:orgs::text[]) order by r.key for update
    ), fitting as (
      select a.*, ${room('a', 'taken', 'rate', 'burst', 'asking')} as fit
      from asked a left join locked l on l.key = a.key
    ), granting as (
      select f.*, case when f.org is null then f.fit else ${room('f', 'org_taken', 'org_rate', 'org_burst', 'fit')} end as granted
      from (select f.*, sum(taken) over (partition by org)
          + sum(fit) over (partition by org order by key) - fit as org_taken
        from fitting f) f left join locked l on l.key = f.org
    ), charged as (
      select key, at, (taken + granted) / rate as seconds, granted from granting
      union all
      select org, at, sum(taken + granted) / org_rate, 0 from granting
      where org is not null group by org, at, org_rate
    )
    insert into rate_limits as r (key, tat, granted)
    select key, at + make_interval(secs => seconds), granted from charged order by key
    on conflict (key) do update set granted = excluded.granted,
      tat = greatest(r.tat, coalesce(:at::timestamptz, now())) + (excluded.tat - coalesce(:at::timestamptz, now()))
    returning key, granted, extract(epoch from tat - coalesce(:at::timestamptz, now()))::float8 as backlog`;

/**
 * Updates the database, and grants or rejects each waiting request.
 * @returns the number of seconds by which each rate-limit key is ahead of its rate
 */
export async function decide(
  pool: Pool,
  batch: Batch,
  atMs: number | undefined,
): Promise<[key: string, backlogSeconds: number][]> {
  const entries = [...batch.entries].sort(([a], [b]) => (a < b ? -1 : 1));
  const [text, values] = byName(grantText, {
    keys: entries.map(([key]) => key),
    taken: entries.map(([, { taken }]) => taken),
    asking: entries.map(([, { asking }]) => asking.length),
    rates: entries.map(([, { quota }]) => quota.perSecond),
    bursts: entries.map(([, { quota }]) => quota.burst),
    orgs: entries.map(([, { organization }]) => organization?.key ?? null),
    orgRates: entries.map(([, { organization }]) => organization?.quota.perSecond ?? null),
    orgBursts: entries.map(([, { organization }]) => organization?.quota.burst ?? null),
    at: atMs === undefined ? null : new Date(atMs),
  });
  const statement = { name: 'rate_limit', text, values, query_timeout: storeTimeoutMs };
  const { rows } = await pool.query<{ key: string; granted: number; backlog: number }>(statement);
  const said = new Map(rows.map((row) => [row.key, row]));
  for (const [key, { quota, organization, asking }] of entries) {
    const { granted, backlog } = valueAt(said, key);
    asking.forEach(({ resolve }, index) => {
      const [isAllowed, later] = [index < granted, granted - index - 1];
      const own = verdict(quota, isAllowed, backlog, later);
      const shared =
        organization &&
        verdict(organization.quota, isAllowed, valueAt(said, organization.key).backlog, later);
      resolve(shared ? tighter(own, shared) : own);
    });
  }
  return rows.map(({ key, backlog }) => [key, backlog]);
}

/** Returns the stricter of two verdicts about one request. */
export function tighter(one: Verdict, other: Verdict): Verdict {
  const retryAfterSeconds = Math.max(one.retryAfterSeconds, other.retryAfterSeconds);
  return { ...(other.remaining < one.remaining ? other : one), retryAfterSeconds };
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
