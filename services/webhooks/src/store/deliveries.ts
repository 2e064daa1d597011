import { defineEntity, p, type InferEntity } from '@mikro-orm/postgresql';
import type { webhookDelivery } from '@timbre/api';
import {
  conflict,
  instant,
  integer,
  json,
  notFound,
  isIdentifier,
  resource,
  type Answer,
  type List,
  type Transaction,
} from '@timbre/kit';
import { scheduleMsMax, type Outcome } from '../domain/attempts';

/** An attempt to make a delivery, as stored in the log. */
export const DeliveryAttempt = defineEntity({
  name: 'DeliveryAttempt',
  tableName: 'attempts',
  properties: {
    organizationId: p.uuid().name('org_id').primary(),
    deliveryId: p.uuid().primary(),
    number: p.integer().primary(),
    attemptedAt: p.datetime(),
    durationMs: p.integer(),
    outcome: p.text().$type<Outcome>(),
    status: p.integer().nullable(),
    answer: p.text().nullable(),
    address: p.text().nullable(),
    error: p.text().nullable(),
  },
});

/** The delivery of one event to one endpoint. */
export const Delivery = defineEntity({
  name: 'Delivery',
  tableName: 'deliveries',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid().name('org_id').primary(),
    webhookId: p.uuid(),
    eventId: p.uuid(),
    eventType: p.text(),
    state: p.text().$type<'pending' | 'delivered' | 'failed'>(),
    /** The number of attempts in all schedules of this delivery. */
    attempts: p.integer(),
    /** The number of attempts in the current schedule of attempts. */
    tries: p.integer(),
    nextAttemptAt: p.datetime(),
    leasedUntil: p.datetime().nullable(),
    /** The time after which a pending delivery counts as failed. */
    expiresAt: p.datetime(),
    createdAt: p.datetime(),
  },
});

export type Delivery = InferEntity<typeof Delivery>;

/** The maximum number of attempts that the API returns for a delivery. */
const attemptsShown = 10;

const attempts = `(select coalesce(json_agg(json_strip_nulls(json_build_object(
    'attemptedAt', instant(a.attempted_at), 'durationMs', a.duration_ms, 'outcome', a.outcome,
    'status', a.status, 'answer', a.answer, 'address', a.address, 'error', a.error))
    order by a.number desc), '[]')
  from (select * from attempts l where l.org_id = r.org_id and l.delivery_id = r.id
    order by l.number desc limit ${attemptsShown}) a)`;

export const deliveryResource = resource<Answer<typeof webhookDelivery>>('delivery', 'deliveries', {
  deliveryId: 'r.id',
  webhookId: 'r.webhook_id',
  eventId: 'r.event_id',
  eventType: 'r.event_type',
  state: 'r.state',
  attemptCount: integer('r.attempts'),
  createdAt: instant('r.created_at'),
  attempts: json(attempts),
  nextAttemptAt: `case when r.state = 'pending' then instant(r.next_attempt_at) end`,
});

export const deliveryList: List = {
  name: 'webhook_deliveries',
  resource: deliveryResource,
  searchColumn: 'r.event_type',
  instantColumn: 'r.created_at',
};

/**
 * Starts a new schedule of attempts for a delivery; the first attempt is due at once.
 * @throws Refusal not_found if the delivery does not exist, or conflict if the webhook is disabled
 */
export async function startAgain(
  tx: Transaction,
  webhookId: string,
  deliveryId: string,
): Promise<void> {
  const [found] = await tx.rows<{ status: string }>(
    `select w.status from deliveries d join webhooks w on w.org_id = d.org_id and w.id = d.webhook_id
     where d.org_id = $1 and d.id = $2 and d.webhook_id = $3 for update of d`,
    [tx.organizationId, ...[deliveryId, webhookId].map((id) => (isIdentifier(id) ? id : null))],
  );
  if (!found) throw notFound(deliveryResource.name);
  if (found.status !== 'enabled') {
    throw conflict('This webhook is disabled; enable it first.', 'webhook_disabled');
  }
  await tx.rows(
    `update deliveries set state = 'pending', tries = 0, next_attempt_at = $3, expires_at = $4
     where org_id = $1 and id = $2`,
    [tx.organizationId, deliveryId, tx.now, new Date(tx.now.getTime() + scheduleMsMax)],
  );
}
