import {
  batchConsumer,
  InvalidEvent,
  streamOf,
  type ConsumerParts,
  type EventConsumer,
  type ReceivedEvent,
  type Runtime,
  type Transaction,
} from '@timbre/kit';
import { storeEvents } from '../store/events';
import type { Wake } from '../workflows/deliver-events';

/** The services that emit public events, including this service. */
const services = [
  'accounts',
  'commerce',
  'fiscal-cfdi',
  'gateway',
  'payroll',
  'sat-sync',
  'webhooks',
];

/**
 * Stores public events in the form that their services rendered, and adds a delivery for each endpoint
 * that subscribes to the event. The events webhooks.webhook.disabled and webhooks.webhook.enabled of this
 * service are consumed too.
 * @throws InvalidEvent if an event has no public form
 */
export async function onEvents(events: readonly ReceivedEvent[], tx: Transaction): Promise<void> {
  const shown = events.flatMap(({ id, occurredAt, subject, publicBody: body }) => {
    if (body === undefined) throw new InvalidEvent(`${subject} came without its public form`);
    return body === null ? [] : [{ id, occurredAt, body }];
  });
  await storeEvents(tx, shown);
}

/** Creates one consumer for each service's stream of events. */
export const eventConsumers = (
  parts: ConsumerParts & { runtime: Runtime<{ wake: Wake }> },
): EventConsumer[] =>
  services.map((service) =>
    batchConsumer(
      parts,
      {
        name: `webhooks-${service}`,
        subject: `${streamOf(service).toLowerCase()}.>`,
        service,
      },
      async (events, tx) => {
        await onEvents(events, tx);
        // The worker is notified after a short delay, so that the transaction is committed before the
        // worker reads the deliveries.
        setTimeout(parts.runtime.providers.wake.nudge, nudgeMs).unref();
      },
    ),
  );

const nudgeMs = 10;
