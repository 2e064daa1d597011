import { byName, onlyRow, type Transaction } from '@timbre/kit';
import { scheduleMsMax } from '../domain/attempts';

const eventsMax = 1_000;

/**
 * The state of a recovery after one batch. The state `waiting` means that the remaining events
 * become readable only after an older transaction has ended.
 */
type Recovery = 'more' | 'waiting' | 'done';

interface Recovering {
  since: Date;
  until: Date;
  position: string | null;
  event: string | null;
}

const readEvents = `select e.id, e.type, e.position::text as position,
    e.created_at >= $4 and e.created_at <= $5 and e.type <> 'webhook.test'
      and w.events ?| array[e.type, split_part(e.type, '.', 1) || '.*', '*']
      and w.permissions ? e.permission as wanted
  from events e join webhooks w on w.org_id = e.org_id and w.id = $2
  where e.org_id = $1
    and (e.position, e.id) > (coalesce($3::bigint, 0), coalesce($6::uuid, '00000000-0000-0000-0000-000000000000'))
    and e.position < pg_snapshot_xmin(pg_current_snapshot())::text::bigint
  order by e.position, e.id limit ${eventsMax}`;

/**
 * SQL that checks whether some stored events cannot be read yet. A recovery reads events in the
 * order of their transactions, up to the oldest transaction that is still running.
 */
const readWaiting = `select exists (select from events
    where org_id = $1 and created_at >= $2 and created_at <= $3
      and position >= pg_snapshot_xmin(pg_current_snapshot())::text::bigint) as waiting`;

const addMissed = `insert into deliveries
    (id, org_id, webhook_id, event_id, event_type, state, next_attempt_at, expires_at, created_at)
  select x.id, :org, :webhookId, x.event_id, x.type, 'pending', :now, :expiresAt, :now
  from unnest(:ids::uuid[], :eventIds::uuid[], :types::text[]) x (id, event_id, type)
  on conflict (org_id, event_id, webhook_id) do update
    set state = 'pending', tries = 0, next_attempt_at = excluded.next_attempt_at,
      expires_at = excluded.expires_at
    where deliveries.state = 'failed'`;

/** Continues the recovery of an endpoint with one batch of its organization's events. */
export async function recoverBatch(tx: Transaction, webhookId: string): Promise<Recovery> {
  const { organizationId: org } = tx;
  const [recovering] = await tx.rows<Recovering>(
    `select recovering_since as since, recovering_until as until,
       recovered_position::text as position, recovered_event as event
     from webhooks where org_id = $1 and id = $2 and recovering_since is not null for update`,
    [org, webhookId],
  );
  if (!recovering) return 'done';
  const { since, until, position, event } = recovering;
  // The check for unreadable events runs before the events are read, so that events that become
  // readable between the two SQL statements are also read.
  const later = onlyRow(await tx.rows<{ waiting: boolean }>(readWaiting, [org, since, until]));
  const events = await tx.rows<{ id: string; type: string; position: string; wanted: boolean }>(
    readEvents,
    [org, webhookId, position, since, until, event],
  );
  const wanted = events.filter((one) => one.wanted);
  if (wanted.length) {
    await tx.rows(
      ...byName(addMissed, {
        org,
        webhookId,
        now: tx.now,
        expiresAt: new Date(tx.now.getTime() + scheduleMsMax),
        ids: wanted.map(() => tx.newId()),
        eventIds: wanted.map(({ id }) => id),
        types: wanted.map(({ type }) => type),
      }),
    );
  }
  const state = events.length === eventsMax ? 'more' : later.waiting ? 'waiting' : 'done';
  const last = events.at(-1);
  if (state === 'done') {
    await tx.rows(
      `update webhooks set recovering_since = null, recovering_until = null,
         recovered_position = null, recovered_event = null
       where org_id = $1 and id = $2`,
      [org, webhookId],
    );
  } else if (last) {
    await tx.rows(
      `update webhooks set recovered_position = $3, recovered_event = $4
       where org_id = $1 and id = $2`,
      [org, webhookId, last.position, last.id],
    );
  }
  return state;
}

/**
 * SQL that selects endpoints with a recovery; `$1` is the time, which this SQL statement does not
 * use.
 */
export const webhooksToRecover = `select org_id, id from webhooks
  where recovering_since is not null and $1::timestamptz is not null order by id`;
