import { defineEntity, p, type InferEntity } from '@mikro-orm/postgresql';
import type { event } from '@timbre/api';
import {
  byName,
  isIdentifier,
  json,
  type Answer,
  type List,
  type Reader,
  type Resource,
  type Transaction,
} from '@timbre/kit';
import { permissionToEvent, subscriptionsTo } from '../domain/subscription';
import { scheduleMsMax } from '../domain/attempts';

/** A stored event that endpoints receive. */
export const StoredEvent = defineEntity({
  name: 'StoredEvent',
  tableName: 'events',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid().name('org_id').primary(),
    /** The number of the transaction that stored the event; events are sorted by this number. */
    position: p.bigint(),
    type: p.text(),
    /** The permission that a caller needs to read the event. */
    permission: p.text(),
    /** The body of the event, exactly as endpoints receive it. */
    body: p.text(),
    occurredAt: p.datetime(),
    createdAt: p.datetime(),
  },
});

export type StoredEvent = InferEntity<typeof StoredEvent>;

/** The public form of an event: the body, exactly as endpoints receive it. */
export const eventResource: Resource = {
  name: 'event',
  table: 'events',
  json: json<Answer<typeof event>>('r.body'),
};

/**
 * SQL condition that is true if the transaction of an event and all older transactions have ended.
 * After that, no new event can appear in the list before an event that was already read.
 */
export const isComplete = 'r.position < pg_snapshot_xmin(pg_current_snapshot())::text::bigint';

const ordered: Omit<List, 'name'> = {
  resource: eventResource,
  order: { column: 'position', type: 'bigint' },
  instantColumn: 'r.occurred_at',
};

/** The order of the list of events, with the newest event first. */
export const eventList: List = { name: 'events', ...ordered };

/**
 * The order of the list of events for programs that read all events, with the oldest event first.
 */
export const eventSequence: List = { name: 'event_sequence', ...ordered, isOldestFirst: true };

/** SQL condition that selects the events after the event `$1` in the order of `eventSequence`. */
export const isAfter = `(r.position, r.id) > (
  (select a.position from events a where a.org_id = b.org::uuid and a.id = $1::uuid), $1::uuid)`;

/** An event that is about to be stored. */
export type NewEvent = Pick<StoredEvent, 'id' | 'occurredAt' | 'body'>;

const addEvents = `with given as materialized (
    select * from unnest(:ids::uuid[], :types::text[], :permissions::text[], :bodies::text[],
        :occurredAts::timestamptz[], :subscriptions::jsonb[])
      with ordinality as x (id, type, permission, body, occurred_at, subscriptions, place)),
  added as (
    insert into events (id, org_id, type, permission, body, occurred_at, created_at)
    select id, :org::uuid, type, permission, body, occurred_at, :now from given order by place)
  select x.id as "eventId", x.type, w.id as "webhookId" from given x join webhooks w
    on w.org_id = :org and w.status = 'enabled' and w.permissions ? x.permission
      and w.events ?| array(select jsonb_array_elements_text(x.subscriptions))
  order by x.place, w.id`;

const addDeliveries = `insert into deliveries
    (id, org_id, webhook_id, event_id, event_type, state, next_attempt_at, expires_at, created_at)
  select x.id, :org, x.webhook_id, x.event_id, x.type, 'pending', :now, :expiresAt, :now
  from unnest(:ids::uuid[], :webhookIds::uuid[], :eventIds::uuid[], :types::text[])
    with ordinality as x (id, webhook_id, event_id, type, place) order by x.place`;

/**
 * Stores events with their deliveries, in the given order.
 * @param only the single endpoint that receives the events, regardless of its subscriptions; by
 * default all subscribed endpoints receive them
 * @returns the identifiers of the deliveries
 */
export async function storeEvents(
  tx: Transaction,
  events: readonly NewEvent[],
  only?: string,
): Promise<string[]> {
  if (events.length === 0) return [];
  const typed = events.map((event) => ({ ...event, ...contentsOf(event) }));
  const of = <Value>(read: (event: (typeof typed)[number]) => Value) => typed.map(read);
  const wanted = await tx.rows<Wanted>(
    ...byName(addEvents, {
      org: tx.organizationId,
      ids: of(({ id }) => id),
      types: of(({ type }) => type),
      permissions: of(({ type, data }) => permissionToEvent(type, data)),
      bodies: of(({ body }) => body),
      occurredAts: of(({ occurredAt }) => occurredAt),
      subscriptions: of(({ type }) => JSON.stringify(subscriptionsTo(type))),
      now: tx.now,
    }),
  );
  if (only === undefined) return schedule(tx, wanted);
  return schedule(
    tx,
    of(({ id, type }) => ({ eventId: id, type, webhookId: only })),
  );
}

interface Wanted {
  eventId: string;
  type: string;
  webhookId: string;
}

const contentsOf = ({ body }: NewEvent) =>
  JSON.parse(body) as { type: string; data: Record<string, unknown> };

async function schedule(tx: Transaction, wanted: readonly Wanted[]): Promise<string[]> {
  if (wanted.length === 0) return [];
  const deliveries = wanted.map(() => tx.newId());
  await tx.rows(
    ...byName(addDeliveries, {
      org: tx.organizationId,
      now: tx.now,
      expiresAt: new Date(tx.now.getTime() + scheduleMsMax),
      ids: deliveries,
      webhookIds: wanted.map(({ webhookId }) => webhookId),
      eventIds: wanted.map(({ eventId }) => eventId),
      types: wanted.map(({ type }) => type),
    }),
  );
  return deliveries;
}

/**
 * Returns the permission that a caller needs to read an event, or undefined if the event is not
 * stored.
 */
export async function permissionOfEvent(
  read: Reader,
  eventId: string,
): Promise<string | undefined> {
  if (!isIdentifier(eventId)) return undefined;
  const [row] = await read.rows<{ permission: string }>(
    'select permission from events where org_id = :org and id = $2::uuid',
    [eventId],
  );
  return row?.permission;
}
