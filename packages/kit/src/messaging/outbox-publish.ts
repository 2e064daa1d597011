import { context, propagation } from '@opentelemetry/api';
import type { JetStreamClient, NatsConnection } from 'nats';
import { whileConnected, type NatsLink } from './connection';
import { toHeaders, toNatsHeaders } from './envelope';
import { streamOf } from './event';
import type { ClaimedEvent } from './outbox-store';
import { inPublishSpan } from './tracing';

export interface PublishResult {
  /** Ids that NATS has stored, now or on an earlier attempt. */
  published: string[];
  /** Why the rest was not tried or not acknowledged. */
  failure?: unknown;
}

/** With one more acknowledgement in the air this stays below the 15 s a transaction may idle. */
const ackTimeoutMs = 5_000;

/**
 * Publishes all aggregates side by side, and the events of one aggregate one after the other, each
 * only once its predecessor is acknowledged. The first failure ends the batch.
 */
export async function publishInOrder(
  link: NatsLink,
  nc: NatsConnection,
  service: string,
  events: readonly ClaimedEvent[],
): Promise<PublishResult> {
  const jetstream = nc.jetstream();
  const result: PublishResult = { published: [] };
  const free = events.filter((event) => !event.isBlocked);
  // Ids of two replicas may disagree with the versions by the difference of their clocks.
  const ordered = free.toSorted((a, b) => a.aggregateVersion - b.aggregateVersion);
  const chains = Map.groupBy(ordered, (event) => `${event.aggregate}/${event.aggregateId}`);
  async function publishChain(chain: ClaimedEvent[]): Promise<void> {
    for (const event of chain) {
      if ('failure' in result) return;
      await publish(jetstream, service, event);
      result.published.push(event.id);
    }
  }
  const fail = (error: unknown): unknown => (result.failure ??= error);
  const running = [...chains.values()].map((chain) => publishChain(chain).catch(fail));
  await whileConnected(link, Promise.all(running)).catch(fail);
  return { ...result, published: [...result.published] };
}

/**
 * The message id lets NATS drop a repetition after a crash between publishing and marking; each
 * republication has ids of its own.
 */
function publish(
  jetstream: JetStreamClient,
  service: string,
  event: ClaimedEvent,
): Promise<unknown> {
  return inPublishSpan(event, event.carrier, () => {
    const headers = toHeaders(event, service);
    const { requestId, republication } = event.carrier;
    if (requestId) headers['timbre-request-id'] = requestId;
    propagation.inject(context.active(), headers);
    return jetstream.publish(event.subject, event.payload, {
      headers: toNatsHeaders(headers),
      msgID: republication ? `${event.id} ${republication}` : event.id,
      timeout: ackTimeoutMs,
      expect: { streamName: streamOf(service) },
    });
  });
}
