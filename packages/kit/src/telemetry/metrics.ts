import { metrics, type Attributes, type Counter, type Histogram } from '@opentelemetry/api';
import type { Pool } from 'pg';

/** What every process measures; docs/metrics.md explains each. Without a started SDK it costs nothing. */
const meter = metrics.getMeter('timbre');

/** A metric of how long something takes, in milliseconds. */
export const durationMetric = (name: string): Histogram<Attributes> =>
  meter.createHistogram(name, { unit: 'ms' });

/** A counter without attributes; it is shown from 0 on, so that an alert notices the first increase. */
export function counterMetric(name: string): Counter<Attributes> {
  const counter = meter.createCounter(name);
  counter.add(0);
  return counter;
}

/** A metric that is asked for when somebody looks; nothing is shown while there is nothing to say. */
export function gaugeMetric(name: string, read: () => Promise<number | undefined>): void {
  meter.createObservableGauge(name).addCallback(async (result) => {
    const value = await read().catch(() => undefined);
    if (value !== undefined) result.observe(value);
  });
}

/** Requests under /v1. Attributes: operation (`none` for a path without one), status. */
export const httpRequestDuration = durationMetric('timbre_http_request_duration_ms');

/** Calls that a service answered. Attributes: operation, outcome (`ok` or the refusal's code). */
export const rpcDuration = durationMetric('timbre_rpc_duration_ms');

const expiredContexts = counterMetric('timbre_context_expired');

/** Counts a call whose signed context has expired: the clocks of two processes differ. */
export const countExpiredContext = (): void => expiredContexts.add(1);

const idempotentWrites = meter.createCounter('timbre_idempotent_writes');

export type IdempotencyOutcome = 'new' | 'replayed' | 'in_progress' | 'conflict';

/** Writes with a key, by what the key's record said. `new`: an outcome was kept. */
export const countIdempotent = (outcome: IdempotencyOutcome): void =>
  idempotentWrites.add(1, { outcome });

const published = meter.createCounter('timbre_outbox_published');
const failures = meter.createCounter('timbre_outbox_failures');

/** What the outbox relay tells. */
export const outboxMetrics = {
  published: (count: number): void => published.add(count),
  failed: (): void => failures.add(1),
};

const outboxLag = meter.createObservableGauge('timbre_outbox_lag_seconds');
const outboxWaiting = meter.createObservableGauge('timbre_outbox_waiting');

/** Age of the oldest event that waits and how many do; asked of the database when somebody looks. */
export function observeOutbox(
  backlog: () => Promise<{ lagSeconds: number; waiting: number }>,
): void {
  // So that an alert on the first failure has something to compare with.
  failures.add(0);
  meter.addBatchObservableCallback(
    async (result) => {
      const found = await backlog().catch(() => undefined);
      if (!found) return;
      result.observe(outboxLag, found.lagSeconds);
      result.observe(outboxWaiting, found.waiting);
    },
    [outboxLag, outboxWaiting],
  );
}

/** Work that waits in a table. */
export interface QueueBacklog {
  waiting: number;
  /** How long the piece that is due longest has been due. */
  lagSeconds: number;
}

const queueWaiting = meter.createObservableGauge('timbre_queue_waiting');
const queueLag = meter.createObservableGauge('timbre_queue_lag_seconds');

/** What waits for a job; asked of the database when somebody looks. Attribute: queue. */
export function observeQueue(queue: string, backlog: () => Promise<QueueBacklog>): void {
  meter.addBatchObservableCallback(
    async (result) => {
      const found = await backlog().catch(() => undefined);
      if (!found) return;
      result.observe(queueWaiting, found.waiting, { queue });
      result.observe(queueLag, found.lagSeconds, { queue });
    },
    [queueWaiting, queueLag],
  );
}

/** Messages of a durable consumer, in the words of JetStream. */
export type ConsumerBacklog = Record<'pending' | 'ack_pending' | 'redelivered', number>;

const consumerBacklog = meter.createObservableGauge('timbre_consumer_backlog');

/** What NATS holds for a consumer; asked of NATS when somebody looks. Attributes: consumer, state. */
export const observeConsumer = (
  consumer: string,
  backlog: () => Promise<ConsumerBacklog | undefined>,
): void =>
  consumerBacklog.addCallback(async (result) => {
    const found = await backlog().catch(() => undefined);
    for (const [state, count] of Object.entries(found ?? {}))
      result.observe(count, { consumer, state });
  });

const consumed = meter.createCounter('timbre_consumer_events');

/** What became of deliveries. Attributes: consumer, outcome. */
export const countConsumed = (consumer: string, outcome: string): void =>
  consumed.add(1, { consumer, outcome });

const connections = meter.createObservableGauge('timbre_pg_connections');
const waiting = meter.createObservableGauge('timbre_pg_waiting');

/** What a pool says of its connections. */
export type PoolUse = Pick<Pool, 'totalCount' | 'idleCount' | 'waitingCount'>;

/** Connections of a pool by state, and who waits for one. Attributes: pool, state. */
export function observePool(pool: string, of: PoolUse): void {
  connections.addCallback((result) => {
    result.observe(of.totalCount - of.idleCount, { pool, state: 'used' });
    result.observe(of.idleCount, { pool, state: 'idle' });
  });
  waiting.addCallback((result) => result.observe(of.waitingCount, { pool }));
}
