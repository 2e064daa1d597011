import { metrics, type Attributes, type Counter } from '@opentelemetry/api';
import type { Pool } from 'pg';

/**
 * The metrics of every process. A metric's description is its HELP text and its line in
 * docs/metrics.md. The metrics cost nothing if the SDK is not started.
 */
const meter = metrics.getMeter('timbre');

/** The upper bounds of a histogram's buckets in seconds. */
const bucketsSeconds = [
  0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10, 30, 60,
];

/** Records a duration in milliseconds. */
export type RecordMs = (ms: number, attributes?: Attributes) => void;

/**
 * Creates a histogram of durations. Prometheus measures time in seconds, so `name` ends with
 * `_seconds`.
 */
export function durationMetric(name: string, description: string): RecordMs {
  const advice = { explicitBucketBoundaries: bucketsSeconds };
  const histogram = meter.createHistogram(name, { unit: 's', description, advice });
  return (ms, attributes) => histogram.record(ms / 1_000, attributes);
}

/**
 * Creates a counter that is exported with the value 0 from the start, without attributes, so that
 * an alert detects the first increase.
 */
export function counterMetric(name: string, description: string): Counter<Attributes> {
  const counter = meter.createCounter(name, { description });
  counter.add(0);
  return counter;
}

const gauge = (name: string, description: string) =>
  meter.createObservableGauge(name, { description });

/** Reads a value for a scrape; resolves to undefined if the value cannot be read. */
function unlessUnreadable<T>(read: () => Promise<T>): Promise<T | undefined> {
  // A value that cannot be read is not exported: alerts detect a missing series, and the source has
  // its own alerts.
  return read().catch(() => undefined);
}

/** Creates a gauge that is read on each scrape. A gauge without a value is not exported. */
export function gaugeMetric(
  name: string,
  description: string,
  read: () => Promise<number | undefined>,
): void {
  gauge(name, description).addCallback(async (result) => {
    const value = await unlessUnreadable(read);
    if (value !== undefined) result.observe(value);
  });
}

/** The resident memory of the process, as its container measures it. */
gauge(
  'timbre_resident_bytes',
  'memory of the process; a body that arrives, a file that leaves and a flood show here',
).addCallback((result) => result.observe(process.memoryUsage.rss()));

const lawRemaining = gauge(
  'timbre_law_remaining_seconds',
  'time until a rule of law ends for which no later figure is loaded; alert below 45 days',
);
const lawDisagreements = gauge(
  'timbre_law_disagreements',
  "called processes whose law packs differ from this one's; alert on any",
);
const daySeconds = 86_400;

/**
 * Exports the time until each legal rule ends without a known successor (attribute: rule), and the
 * number of called processes with different law packs.
 */
export function observeLaw(
  ends: () => readonly { rule: string; days: number }[],
  disagreements: () => number,
): void {
  meter.addBatchObservableCallback(
    (result) => {
      for (const { rule, days } of ends())
        result.observe(lawRemaining, days * daySeconds, { rule });
      result.observe(lawDisagreements, disagreements());
    },
    [lawRemaining, lawDisagreements],
  );
}

/** Records the duration of a call that a service answered. Attributes: operation, outcome. */
export const recordRpc = durationMetric(
  'timbre_rpc_duration_seconds',
  'calls answered: `ok`, or the code of the refusal',
);

const expiredContexts = counterMetric(
  'timbre_context_expired',
  "calls refused with 503 because the caller's signed context had expired: the clocks of two hosts differ",
);

/**
 * Counts a call whose signed context has expired, which means that the clocks of two processes
 * differ.
 */
export const countExpiredContext = (): void => expiredContexts.add(1);

const survivedFailures = counterMetric(
  'timbre_survived_failures',
  'failures after which the work went on, with a warning in the log: a lease that was not renewed or released, the uses of an approval that were not released',
);

/** Counts a failure after which the work continues. Attribute: step. */
export const countSurvived = (step: string): void => survivedFailures.add(1, { step });

const idempotentWrites = meter.createCounter('timbre_idempotent_writes', {
  description:
    'writes with a key: `new` (its outcome was stored), `replayed`, `in_progress`, `conflict`',
});

export type IdempotencyOutcome = 'new' | 'replayed' | 'in_progress' | 'conflict';

/**
 * Counts writes with an idempotency key by the state of the key's record. The outcome `new` means
 * that this write stored the outcome under the idempotency key.
 */
export const countIdempotent = (outcome: IdempotencyOutcome): void =>
  idempotentWrites.add(1, { outcome });

const published = meter.createCounter('timbre_outbox_published', {
  description: 'events that NATS has stored',
});
const failures = meter.createCounter('timbre_outbox_failures', {
  description: 'batches that could not be published; they are retried',
});
const lostStores = meter.createCounter('timbre_outbox_lost_stores', {
  description:
    'times a relay found its stream empty although it had published events; run `republish`',
});

/** The metrics of the outbox relay. */
export const outboxMetrics = {
  published: (count: number): void => published.add(count),
  failed: (): void => failures.add(1),
  storeLost: (): void => lostStores.add(1),
};

const outboxLag = gauge(
  'timbre_outbox_lag_seconds',
  'age of the oldest unpublished event; alert at 60',
);
const outboxWaiting = gauge('timbre_outbox_waiting', 'unpublished events, counted up to 10,000');

/**
 * Exports the age of the oldest pending event and the number of pending events. The database is
 * queried on each scrape.
 */
export function observeOutbox(
  backlog: () => Promise<{ lagSeconds: number; waiting: number }>,
): void {
  // The series starts at 0, so that an alert detects the first failure.
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

/** The pending work in a table, as its metrics show it. */
export interface QueueBacklog {
  waiting: number;
  /** The time since the oldest due row became due, in seconds. */
  lagSeconds: number;
}

const queueWaiting = gauge(
  'timbre_queue_waiting',
  'rows that wait for a job, counted up to 10,000: `stamps`, `cancellations`, `deliveries`, `downloads`; `calculations`, `queueings`, `receipts`, `receipt_cancellations`',
);
const queueLag = gauge(
  'timbre_queue_lag_seconds',
  'how long the most overdue row has been due; alert at 900',
);

/** Exports the pending work of a job. The database is queried on each scrape. Attribute: queue. */
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

/** The message counts of a durable consumer in JetStream's terms. */
export type ConsumerBacklog = Record<'pending' | 'ack_pending' | 'redelivered', number>;

const consumerBacklog = gauge(
  'timbre_consumer_backlog',
  'events in NATS: `pending` (not delivered), `ack_pending` (not acknowledged), `redelivered`; the same from every replica',
);

/**
 * Exports the number of messages that NATS keeps for a consumer; NATS is queried on each scrape.
 * Attributes: consumer, state.
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

const consumed = meter.createCounter('timbre_consumer_events', {
  description: 'deliveries: `handled`, `duplicate`, `retried`, `dead`',
});

/** Counts the outcomes of deliveries. Attributes: consumer, outcome. */
export const countConsumed = (consumer: string, outcome: string): void =>
  consumed.add(1, { consumer, outcome });

const connections = gauge(
  'timbre_pg_connections',
  'connections to PostgreSQL: pool `app`, `pipelines` or `system`, `used` or `idle`',
);
const waiting = gauge(
  'timbre_pg_waiting',
  'requests that wait for a connection; 503 after two seconds',
);

/** The connection counts of a pool. */
export type PoolUse = Pick<Pool, 'totalCount' | 'idleCount' | 'waitingCount'>;

/**
 * Exports the number of a pool's connections by state, and the number of callers that wait for a
 * connection. Attributes: pool, state.
 */
export function observePool(pool: string, of: PoolUse): void {
  connections.addCallback((result) => {
    result.observe(of.totalCount - of.idleCount, { pool, state: 'used' });
    result.observe(of.idleCount, { pool, state: 'idle' });
  });
  waiting.addCallback((result) => result.observe(of.waitingCount, { pool }));
}
