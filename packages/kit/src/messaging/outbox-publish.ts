import { context, propagation } from '@opentelemetry/api';
import type { JetStreamClient, NatsConnection } from 'nats';
import { whileConnected, type NatsLink } from './connection';
import { toHeaders, toNatsHeaders, type Headers } from './envelope';
import { streamOf } from './event';
import type { ClaimedEvent } from './outbox-store';
import { inPublishSpan } from './tracing';

export interface PublishResult {
  /** The ids of the events that NATS has stored, now or on an earlier attempt. */
  published: string[];
  /** The reason why the other events were not sent or not acknowledged. */
  failure?: unknown;
}

/** The service that publishes the events. */
export interface Publisher {
  service: string;
  /** Returns the header with the public body. The function never throws. */
  publicHeader: (event: ClaimedEvent) => Headers;
}

/**
 * The maximum wait for an acknowledgement, in milliseconds. Even with one more acknowledgement in
 * flight, the wait stays below 15 s, which is the limit for an idle transaction.
 */
const ackTimeoutMs = 5_000;

/**
 * Publishes aggregates concurrently, and the events of one aggregate in sequence, each after its
 * predecessor was acknowledged. The first failure ends the batch.
 */
export async function publishInOrder(
  link: NatsLink,
  nc: NatsConnection,
  { service, publicHeader }: Publisher,
  events: readonly ClaimedEvent[],
): Promise<PublishResult> {
  const jetstream = nc.jetstream();
  const result: PublishResult = { published: [] };
  const free = events.filter((event) => !event.isBlocked);
  // The events are sorted by version, because the clocks of two replicas differ and the order of
  // the ids may contradict the versions.
  const ordered = free.toSorted((a, b) => a.aggregateVersion - b.aggregateVersion);
  const chains = Map.groupBy(ordered, (event) => `${event.aggregate}/${event.aggregateId}`);
  async function publishChain(chain: ClaimedEvent[]): Promise<void> {
    for (const event of chain) {
      if ('failure' in result) return;
      await publish(jetstream, service, event, publicHeader(event));
      result.published.push(event.id);
    }
  }
  const fail = (error: unknown): unknown => (result.failure ??= error);
  const running = [...chains.values()].map((chain) => publishChain(chain).catch(fail));
  await whileConnected(link, Promise.all(running)).catch(fail);
  return { ...result, published: [...result.published] };
}

/**
 * Publishes an event. If the relay crashes between publishing and marking, NATS recognizes the
 * duplicate by its message id and drops it. Each republication uses new message ids.
 */
function publish(
  jetstream: JetStreamClient,
  service: string,
  event: ClaimedEvent,
  shown: Headers,
): Promise<unknown> {
  return inPublishSpan(event, event.carrier, () => {
    const headers = { ...toHeaders(event, service), ...shown };
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
