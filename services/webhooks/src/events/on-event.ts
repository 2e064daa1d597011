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

/** The services whose events are public; some of this one's are. */
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
 * Stores the public events that services rendered, with a delivery for each endpoint that wants one.
 * From this service itself it consumes webhooks.webhook.disabled and webhooks.webhook.enabled.
 * @throws InvalidEvent if an event came without its public form
 */
export async function onEvents(events: readonly ReceivedEvent[], tx: Transaction): Promise<void> {
  const shown = events.flatMap(({ id, occurredAt, subject, publicBody: body }) => {
    if (body === undefined) throw new InvalidEvent(`${subject} came without its public form`);
    return body === null ? [] : [{ id, occurredAt, body }];
  });
  await storeEvents(tx, shown);
}

/** One consumer for each stream. */
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
        // The commit follows at once; the worker waits a moment before it looks.
        setTimeout(parts.runtime.providers.wake.nudge, nudgeMs).unref();
      },
    ),
  );

const nudgeMs = 10;
