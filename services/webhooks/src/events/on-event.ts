import {
  batchConsumer,
  streamOf,
  type ConsumerParts,
  type EventConsumer,
  type ReceivedEvent,
  type Runtime,
  type Transaction,
} from '@timbre/kit';
import { storeEvents } from '../store/events';
import type { Wake } from '../workflows/deliver-events';
import { publicEventOf } from './public-events';

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
 * Stores the public form of events, with a delivery for each endpoint that wants one. From this
 * service itself it consumes webhooks.webhook.disabled and webhooks.webhook.enabled.
 */
export async function onEvents(events: readonly ReceivedEvent[], tx: Transaction): Promise<void> {
  const shown = events.flatMap((event) => {
    const { id, occurredAt, aggregateVersion } = event;
    const known = publicEventOf(event);
    return known ? [{ id, occurredAt, aggregateVersion, ...known }] : [];
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
