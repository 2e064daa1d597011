import {
  streamOf,
  transactionConsumer,
  type ConsumerParts,
  type EventConsumer,
  type ReceivedEvent,
  type Transaction,
} from '@timbre/kit';
import { storeEvent } from '../store/events';
import { publicEventOf } from './public-events';

/** The services whose events are public; some of this one's are. */
const services = [
  ...['accounts', 'commerce', 'fiscal-cfdi', 'gateway', 'payroll', 'sat-sync', 'webhooks'],
];

/**
 * Stores the public form of an event, with a delivery for each endpoint that wants it. Of this service
 * itself: webhooks.webhook.disabled and webhooks.webhook.enabled.
 */
export async function onEvent(event: ReceivedEvent, tx: Transaction): Promise<void> {
  const shown = publicEventOf(event);
  if (!shown) return;
  const { id, occurredAt, aggregateVersion } = event;
  await storeEvent(tx, { id, occurredAt, aggregateVersion, ...shown });
}

/** One consumer for each stream. */
export const eventConsumers = (parts: ConsumerParts, nudge: () => void): EventConsumer[] =>
  services.map((service) =>
    transactionConsumer(
      parts,
      {
        name: `webhooks-${service}`,
        subject: `${streamOf(service).toLowerCase()}.>`,
        service,
      },
      async (event, tx) => {
        await onEvent(event, tx);
        // The commit follows at once; the worker waits a moment before it looks.
        setTimeout(nudge, nudgeMs).unref();
      },
    ),
  );

const nudgeMs = 10;
