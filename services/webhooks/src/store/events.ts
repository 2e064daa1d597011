import type { event } from '@timbre/api';
import { json, type Answer, type List, type Resource, type Transaction } from '@timbre/kit';
import { bodyOfEvent } from '../domain/envelope';
import { permissionTo, subscriptionsTo } from '../domain/subscription';
import { scheduleMsMax } from '../domain/attempts';

/** The answer is the body that endpoints get, byte for byte. */
export const eventResource: Resource = {
  name: 'event',
  table: 'events',
  json: json<Answer<typeof event>>('r.body'),
};

/** Of transactions that have ended, so that no event comes before one that was read already. */
export const isComplete = 'r.position < pg_snapshot_xmin(pg_current_snapshot())::text::bigint';

const ordered = {
  resource: eventResource,
  orderColumn: 'position',
  dateColumn: `(r.occurred_at at time zone 'UTC')::date`,
};

/** Newest first. */
export const eventList: List = { name: 'events', ...ordered };

/** In the order in which programs read all events. */
export const eventSequence: List = { name: 'event_sequence', ...ordered, isOldestFirst: true };

/** The condition of the events after one, in the order of the sequence. */
export const isAfter = `(r.position, r.id) > (
  (select a.position from events a where a.org_id = b.org::uuid and a.id = $1::uuid), $1::uuid)`;

/** What happened, before it is stored. */
export interface NewEvent {
  id: string;
  type: string;
  occurredAt: Date;
  aggregateVersion: number;
  data: Record<string, unknown>;
}

const addEvent = `with added as (
    insert into events (id, org_id, type, permission, body, occurred_at, created_at)
    values ($2, $1, $3, $4, $5, $6, $7))
  select w.id from webhooks w where w.org_id = $1 and w.status = 'enabled'
    and w.events ?| $8::text[] and w.permissions ? $4
  order by w.id`;

const addDeliveries = `insert into deliveries
    (id, org_id, webhook_id, event_id, event_type, state, next_attempt_at, expires_at, created_at)
  select x.id, $1, x.webhook_id, $2, $3, 'pending', $4, $5, $4
  from unnest($6::uuid[], $7::uuid[]) x (id, webhook_id)`;

/**
 * Stores an event and what has to be delivered of it.
 * @param only the one endpoint that gets it, whatever it subscribes to
 * @returns the identifiers of the deliveries
 */
export async function storeEvent(
  tx: Transaction,
  { id, type, occurredAt, aggregateVersion, data }: NewEvent,
  only?: string,
): Promise<string[]> {
  const { organizationId, now } = tx;
  const permission = permissionTo(type);
  const envelope = {
    ...{ id, type, timestamp: occurredAt.toISOString(), organizationId },
    ...{ environment: tx.context.environment, apiVersion: 'v1' as const, aggregateVersion },
  };
  const body = bodyOfEvent(envelope, data);
  const receivers = await tx.rows<{ id: string }>(addEvent, [
    ...[organizationId, id, type, permission, body, occurredAt, now, subscriptionsTo(type)],
  ]);
  const webhooks = only ? [only] : receivers.map((row) => row.id);
  if (webhooks.length === 0) return [];
  const deliveries = webhooks.map(() => tx.newId());
  const expiresAt = new Date(now.getTime() + scheduleMsMax);
  await tx.rows(addDeliveries, [
    ...[organizationId, id, type, now, expiresAt],
    ...[deliveries, webhooks],
  ]);
  return deliveries;
}
