import { byName, pickColumns, type RowOf } from '@timbre/kit';
import type { Pool } from 'pg';
import { timeoutsToSlow, type Attempt, type Health } from '../domain/attempts';
import type { Delivery } from './deliveries';
import { WebhookHealth } from './webhooks';

/** A delivery that this worker has claimed, with the data that its attempt needs. */
export interface Claimed extends Pick<
  Delivery,
  'organizationId' | 'webhookId' | 'eventId' | 'attempts' | 'tries' | 'createdAt'
> {
  deliveryId: string;
  url: string;
  body: string;
  secretIds: string[];
  /** Whether the last attempt to the endpoint succeeded, or whether no attempt was made yet. */
  isHealthy: boolean;
}

/**
 * The duration of the lease of a claimed delivery. The lease is longer than the time for an attempt
 * and for storing its result. If a worker crashes, other workers can claim its deliveries after the
 * leases have expired.
 */
const leaseSeconds = 60;

/**
 * SQL that claims due deliveries of all organizations. The query uses an index to step from one endpoint
 * with pending deliveries to the next, so that a backlog for one endpoint does not slow down
 * deliveries to other endpoints. Claiming a delivery also increases its number of attempts. The SQL
 * parameter `$2` is the maximum number of deliveries, `$3` the maximum for endpoints that do not
 * respond, and `$4` the maximum for one endpoint.
 */
const claimSql = `with recursive waiting as (
  (select webhook_id from deliveries where state = 'pending' order by webhook_id limit 1)
  union all
  select (select d.webhook_id from deliveries d
    where d.state = 'pending' and d.webhook_id > w.webhook_id order by d.webhook_id limit 1)
  from waiting w where w.webhook_id is not null
), endpoints as materialized (
  select h.org_id, h.webhook_id, h.timeouts, h.failures, w.url,
    array_remove(array[w.secret_id,
      case when w.previous_secret_expires_at > $1 then w.previous_secret_id end], null) as secrets
  from waiting x join webhook_health h on h.webhook_id = x.webhook_id
  join webhooks w on w.org_id = h.org_id and w.id = h.webhook_id
  where w.status = 'enabled' and (h.probe_at is null or h.probe_at <= $1)
  for update of h skip locked
), due as (
  select d.*, e.timeouts > 0 as is_slow, row_number() over (
    partition by e.timeouts > 0 order by d.place, d.next_attempt_at) as turn
  from endpoints e cross join lateral (
    select n.org_id, n.id, n.next_attempt_at, f.count + row_number() over () as place
    from (select count(*) from deliveries l
      where l.webhook_id = e.webhook_id and l.leased_until > $1) f,
    lateral (select p.org_id, p.id, p.next_attempt_at from deliveries p
      where p.webhook_id = e.webhook_id and p.state = 'pending' and p.next_attempt_at <= $1
        and p.expires_at > $1 and (p.leased_until is null or p.leased_until <= $1)
      order by p.next_attempt_at
      limit greatest(0, case when e.timeouts >= ${timeoutsToSlow} then 1 else $4::int end
        - f.count)) n) d
), claimed as (
  update deliveries d set attempts = d.attempts + 1, tries = d.tries + 1,
    leased_until = $1::timestamptz + interval '${leaseSeconds} seconds'
  from (select * from due where turn <= case when is_slow then $3::int else $2::int end
    order by is_slow, place, next_attempt_at limit $2::int) p
  where d.org_id = p.org_id and d.id = p.id and d.state = 'pending'
    and (d.leased_until is null or d.leased_until <= $1)
  returning d.*
)
select c.org_id as "organizationId", c.id as "deliveryId", c.webhook_id as "webhookId",
  c.event_id as "eventId", c.attempts, c.tries, c.created_at as "createdAt", e.url,
  v.body, e.secrets as "secretIds", e.failures = 0 as "isHealthy"
from claimed c join endpoints e on e.webhook_id = c.webhook_id
join events v on v.org_id = c.org_id and v.id = c.event_id`;

/**
 * Claims due deliveries.
 * @param places the number of further deliveries that the worker can accept
 * @param slowPlaces the maximum number of deliveries that may be for endpoints whose last attempt
 * timed out
 * @param endpointPlaces the maximum number of concurrent deliveries to one endpoint, counted over all
 * workers
 */
export async function claimDeliveries(
  systemPool: Pool,
  now: Date,
  places: number,
  slowPlaces: number,
  endpointPlaces: number,
): Promise<Claimed[]> {
  const values = [now, places, slowPlaces, endpointPlaces];
  return (await systemPool.query<Claimed>({ name: 'claim', text: claimSql, values })).rows;
}

/** A finished attempt with the new state of its delivery. */
export interface Settled {
  claimed: Claimed;
  attemptedAt: Date;
  attempt: Attempt;
  state: Delivery['state'];
  nextAttemptAt: Date;
}

/**
 * SQL that stores the results of attempts. If another worker has claimed a delivery after the
 * attempt began, the result of the first worker does not change the delivery.
 */
const settleSql = `with settled as (
  select * from unnest(:organizationIds::uuid[], :deliveryIds::uuid[], :numbers::int[],
    :states::text[], :nextAttempts::timestamptz[], :attempts::timestamptz[], :durations::int[],
    :outcomes::text[], :statuses::int[], :answers::text[], :addresses::text[], :errors::text[])
  s (org_id, id, number, state, next_attempt_at, attempted_at, duration_ms, outcome, status,
    answer, address, error)
), logged as (
  insert into attempts (org_id, delivery_id, number, attempted_at, duration_ms, outcome, status,
    answer, address, error)
  select s.org_id, s.id, s.number, s.attempted_at, s.duration_ms, s.outcome, s.status, s.answer,
    s.address, s.error
  from settled s join deliveries d on d.org_id = s.org_id and d.id = s.id
  on conflict do nothing
)
update deliveries d set state = s.state, next_attempt_at = s.next_attempt_at, leased_until = null
from settled s where d.org_id = s.org_id and d.id = s.id and d.attempts = s.number`;

/** Stores the results of attempts and logs them in one SQL statement. */
export async function settleDeliveries(systemPool: Pool, settled: Settled[]): Promise<void> {
  const column = <Value>(of: (one: Settled) => Value) => settled.map(of);
  const [text, values] = byName(settleSql, {
    organizationIds: column(({ claimed }) => claimed.organizationId),
    deliveryIds: column(({ claimed }) => claimed.deliveryId),
    numbers: column(({ claimed }) => claimed.attempts),
    states: column(({ state }) => state),
    nextAttempts: column(({ nextAttemptAt }) => nextAttemptAt),
    attempts: column(({ attemptedAt }) => attemptedAt),
    durations: column(({ attempt }) => Math.round(attempt.durationMs)),
    outcomes: column(({ attempt }) => attempt.outcome),
    statuses: column(({ attempt }) => attempt.status ?? null),
    answers: column(({ attempt }) => attempt.answer ?? null),
    addresses: column(({ attempt }) => attempt.address ?? null),
    errors: column(({ attempt }) => attempt.error ?? null),
  });
  await systemPool.query({ name: 'settle', text, values });
}

const healthColumns = pickColumns(WebhookHealth, [
  'failingSince',
  'failures',
  'timeouts',
  'probeAt',
]);

/**
 * Changes the health of one endpoint while the row of the endpoint is locked. Other workers that
 * change the health of the same endpoint wait.
 * @returns the new health, or undefined if the endpoint was deleted
 */
export async function changeHealth(
  systemPool: Pool,
  { organizationId, webhookId }: Pick<Claimed, 'organizationId' | 'webhookId'>,
  change: (health: Health) => Health,
): Promise<Health | undefined> {
  const client = await systemPool.connect();
  try {
    await client.query('begin');
    const { rows } = await client.query<RowOf<typeof healthColumns>>(
      `select ${healthColumns} from webhook_health where org_id = $1 and webhook_id = $2 for update`,
      [organizationId, webhookId],
    );
    const health = rows[0] && change(rows[0]);
    if (health) {
      await client.query(
        `update webhook_health set failing_since = $3, failures = $4, timeouts = $5, probe_at = $6
         where org_id = $1 and webhook_id = $2`,
        [
          organizationId,
          webhookId,
          health.failingSince,
          health.failures,
          health.timeouts,
          health.probeAt,
        ],
      );
    }
    await client.query('commit');
    return health;
  } catch (error) {
    // A failure of the rollback is ignored. A failed rollback means that the connection is broken,
    // and PostgreSQL then rolls back the transaction itself.
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}
