import { metrics, type Attributes, type Counter, type Histogram } from '@opentelemetry/api';
import type { Pool } from 'pg';

/**
 * The metrics of every process; docs/metrics.md explains each of them. The metrics cost nothing
 * without a started SDK.
 */
const meter = metrics.getMeter('timbre');

/** Creates a histogram of durations in milliseconds. */
export const durationMetric = (name: string): Histogram<Attributes> =>
  meter.createHistogram(name, { unit: 'ms' });

/**
 * Creates a counter that is exported from 0 on, without attributes, so that an alert notices the first
 * increase.
 */
export function counterMetric(name: string): Counter<Attributes> {
  const counter = meter.createCounter(name);
  counter.add(0);
  return counter;
}

/** The value for a scrape; undefined if it cannot be read. */
function unlessUnreadable<T>(read: () => Promise<T>): Promise<T | undefined> {
  // A value that cannot be read is not exported: alerts notice an absent series, and the source has
  // its own alerts.
  return read().catch(() => undefined);
}

/** Creates a gauge that is read on each scrape. A gauge is not exported while it has no value. */
export function gaugeMetric(name: string, read: () => Promise<number | undefined>): void {
  meter.createObservableGauge(name).addCallback(async (result) => {
    const value = await unlessUnreadable(read);
    if (value !== undefined) result.observe(value);
  });
}

/** The resident memory of the process, as its container counts it. */
meter
  .createObservableGauge('timbre_resident_bytes')
  .addCallback((result) => result.observe(process.memoryUsage.rss()));

const lawDaysLeft = meter.createObservableGauge('timbre_law_days_left');
const lawDisagreements = meter.createObservableGauge('timbre_law_disagreements');

/**
 * Observes the days until a rule of law ends without a known successor (attribute: rule), and the called
 * processes that have other law packs.
 */
export function observeLaw(
  ends: () => readonly { rule: string; days: number }[],
  disagreements: () => number,
): void {
  meter.addBatchObservableCallback(
    (result) => {
      for (const { rule, days } of ends()) result.observe(lawDaysLeft, days, { rule });
      result.observe(lawDisagreements, disagreements());
    },
    [lawDaysLeft, lawDisagreements],
  );
}

/**
 * Requests under /v1. The attributes of the metric are operation (`none` for a path without an
 * operation) and status.
 */
export const httpRequestDuration = durationMetric('timbre_http_request_duration_ms');

/**
 * Calls that a service answered. The attributes of the metric are operation and outcome (`ok` or
 * the refusal's code).
 */
export const rpcDuration = durationMetric('timbre_rpc_duration_ms');

const expiredContexts = counterMetric('timbre_context_expired');

/** Counts a call whose signed context has expired: the clocks of two processes differ. */
export const countExpiredContext = (): void => expiredContexts.add(1);

const survivedFailures = counterMetric('timbre_survived_failures');

/** Counts a failure after which the work continues. Attribute: step. */
export const countSurvived = (step: string): void => survivedFailures.add(1, { step });

const idempotentWrites = meter.createCounter('timbre_idempotent_writes');

export type IdempotencyOutcome = 'new' | 'replayed' | 'in_progress' | 'conflict';

/**
 * Counts writes with a key, by the state of the key's record. The outcome `new` means that this
 * write stored the outcome of the key.
 */
export const countIdempotent = (outcome: IdempotencyOutcome): void =>
  idempotentWrites.add(1, { outcome });

const published = meter.createCounter('timbre_outbox_published');
const failures = meter.createCounter('timbre_outbox_failures');
const lostStores = meter.createCounter('timbre_outbox_lost_stores');

/** The metrics of the outbox relay. */
export const outboxMetrics = {
  published: (count: number): void => published.add(count),
  failed: (): void => failures.add(1),
  storeLost: (): void => lostStores.add(1),
};

const outboxLag = meter.createObservableGauge('timbre_outbox_lag_seconds');
const outboxWaiting = meter.createObservableGauge('timbre_outbox_waiting');

/**
 * Observes the age of the oldest pending event and the number of pending events. The database is
 * queried on each scrape.
 */
export function observeOutbox(
  backlog: () => Promise<{ lagSeconds: number; waiting: number }>,
): void {
  // The series starts at 0, so that an alert notices the first failure.
  failures.add(0);
  lostStores.add(0);
  meter.addBatchObservableCallback(
    async (result) => {
      const found = await unlessUnreadable(backlog);
      if (!found) return;
      result.observe(outboxLag, found.lagSeconds);
      result.observe(outboxWaiting, found.waiting);
    },
    [outboxLag, outboxWaiting],
  );
}

/** Pending work in a table. */
export interface QueueBacklog {
  waiting: number;
  /** The time for which the oldest due row has been due, in seconds. */
  lagSeconds: number;
}

const queueWaiting = meter.createObservableGauge('timbre_queue_waiting');
const queueLag = meter.createObservableGauge('timbre_queue_lag_seconds');

/** Observes the pending work of a job. The database is queried on each scrape. Attribute: queue. */
export function observeQueue(queue: string, backlog: () => Promise<QueueBacklog>): void {
  meter.addBatchObservableCallback(
    async (result) => {
      const found = await unlessUnreadable(backlog);
      if (!found) return;
      result.observe(queueWaiting, found.waiting, { queue });
      result.observe(queueLag, found.lagSeconds, { queue });
    },
    [queueWaiting, queueLag],
  );
}

/** The numbers of messages of a durable consumer, in JetStream's terms. */
export type ConsumerBacklog = Record<'pending' | 'ack_pending' | 'redelivered', number>;

const consumerBacklog = meter.createObservableGauge('timbre_consumer_backlog');

/**
 * Observes the messages that NATS keeps for a consumer; asks NATS on each scrape. Attributes: consumer,
 * state.
 */
export const observeConsumer = (
  consumer: string,
  backlog: () => Promise<ConsumerBacklog | undefined>,
): void =>
  consumerBacklog.addCallback(async (result) => {
    const found = await unlessUnreadable(backlog);
    for (const [state, count] of Object.entries(found ?? {}))
      result.observe(count, { consumer, state });
  });

const consumed = meter.createCounter('timbre_consumer_events');

/** Counts the outcomes of deliveries. Attributes: consumer, outcome. */
export const countConsumed = (consumer: string, outcome: string): void =>
  consumed.add(1, { consumer, outcome });

const connections = meter.createObservableGauge('timbre_pg_connections');
const waiting = meter.createObservableGauge('timbre_pg_waiting');

/** The connection counts of a pool. */
export type PoolUse = Pick<Pool, 'totalCount' | 'idleCount' | 'waitingCount'>;

/**
 * Observes the connections of a pool by state, and the callers that wait for one. Attributes: pool, state.
 */
export function observePool(pool: string, of: PoolUse): void {
  connections.addCallback((result) => {
    result.observe(of.totalCount - of.idleCount, { pool, state: 'used' });
    result.observe(of.idleCount, { pool, state: 'idle' });
  });
  waiting.addCallback((result) => result.observe(of.waitingCount, { pool }));
}
