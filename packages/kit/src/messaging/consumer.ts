import type { JsMsg } from 'nats';
import type { Logger } from '../telemetry/logger';
import type { Pool } from 'pg';
import { failpoint } from '../telemetry/failpoint';
import { countConsumed } from '../telemetry/metrics';
import { inRequest } from '../telemetry/request-scope';
import { isUnusableValue } from '../database/errors';
import type { NatsLink } from './connection';
import { recordDeadLetter, type DeadLetterReason } from './dead-letter-store';
import { fromHeaders, fromNatsHeaders } from './envelope';
import { InvalidEvent, type ReceivedEvent } from './event';
import { createPullConsumer, type Settlement } from './pull-consumer';
import type { SqlExecutor } from './sql-executor';
import { addMissingStream } from './streams';
import { inProcessSpan } from './tracing';

/** One service's durable subscription to one subject of another service. */
export interface EventConsumer {
  readonly name: string;
  readonly stream: string;
  start(): void;
  stop(): Promise<void>;
  /** Applies an event once, without NATS. Rejects if the handler does. */
  apply(event: ReceivedEvent): Promise<Outcome>;
}

export type Outcome = 'handled' | 'duplicate';

export interface ConsumerOptions<Tx extends SqlExecutor> {
  /** The durable name, unique in the stream: `<service>-<what it keeps>`, `reports-contacts`. */
  name: string;
  /** The owner's stream: `streamOf('commerce')`. */
  stream: string;
  /**
   * The stream's replicas, if the consumer may create it; without it only the owner creates the
   * stream.
   */
  replicas?: number;
  /** One filter: `commerce.contact.changed`, `commerce.contact.*`. */
  subject: string;
  /** How many aggregates this process handles concurrently. */
  concurrency: number;
  /**
   * Runs the work in a database transaction bound to the organization. It may run the work again.
   */
  transaction(orgId: string, work: (tx: Tx) => Promise<void>): Promise<void>;
  /**
   * The effect, all of it through `tx`. A failure is retried up to five times, unless it is an
   * `InvalidEvent` (see `readPayload`) or a value that PostgreSQL cannot store. Compare versions
   * with `isNewer`: events are in order except after a failure.
   */
  handle(event: ReceivedEvent, tx: Tx): Promise<void>;
  link: NatsLink;
  /** Connects as the system role; keeps the dead letters. */
  pool: Pool;
  logger: Logger;
  /** Replaces the process's own metrics. */
  metrics?: { settled(outcome: Outcome | 'retried' | 'dead'): void };
}

const deliveriesMax = 6;
/** The delays before the second, third, … delivery. */
const retryMs = [1_000, 5_000, 30_000, 120_000, 120_000];

/** Applies every event of the subject exactly once, however often it is delivered. */
export function createConsumer<Tx extends SqlExecutor>(
  options: ConsumerOptions<Tx>,
): EventConsumer {
  const { name, stream, replicas, pool, logger } = options;
  const { settled } = options.metrics ?? { settled: (outcome) => countConsumed(name, outcome) };

  async function settle(message: JsMsg): Promise<Settlement> {
    try {
      const headers = fromNatsHeaders(message.headers);
      const event = fromHeaders(message.subject, headers, message.data);
      const outcome = await inProcessSpan(event, name, headers, async () => {
        const applied = await applyOnce(options, event);
        logger.debug({ consumer: name, outcome: applied }, 'event applied');
        return applied;
      });
      failpoint('consumer.committed');
      settled(outcome);
      return 'ack';
    } catch (error) {
      return fail(message, error);
    }
  }
  async function fail(message: JsMsg, error: unknown): Promise<Settlement> {
    const deliveries = message.info.deliveryCount;
    const seen = { consumer: name, subject: message.subject, sequence: message.seq, deliveries };
    if (isHopeless(error) || deliveries >= deliveriesMax) {
      logger.error({ err: error, ...seen }, 'event became a dead letter');
      const reason = isHopeless(error) ? 'terminated' : 'max_deliveries';
      await record(message, reason, error);
      settled('dead');
      return reason === 'terminated' ? 'term' : { retryInMs: 0 };
    }
    logger.warn({ err: error, ...seen }, 'event failed; it will be delivered again');
    settled('retried');
    return { retryInMs: retryMs[deliveries - 1] ?? 0 };
  }
  /** Only this process knows the error. If it cannot write the row, the advisory's copy does. */
  async function record(message: JsMsg, reason: DeadLetterReason, error: unknown): Promise<void> {
    await recordDeadLetter(pool, {
      consumer: name,
      stream,
      sequence: message.seq,
      reason,
      detail: error instanceof Error ? error.message : String(error),
      deliveries: message.info.deliveryCount,
      failedAt: new Date(),
      message: {
        subject: message.subject,
        headers: fromNatsHeaders(message.headers),
        payload: message.data,
      },
    }).catch((failure: unknown) => logger.warn({ err: failure }, 'dead letter not recorded yet'));
  }

  const pull = createPullConsumer({
    ...options,
    deliveriesMax,
    prepare: (nc) => addMissingStream(nc, stream, replicas),
    keyOf: orderKeyOf,
    settle: (message) => inRequest(requestOf(message) ?? name, () => settle(message)),
  });
  return { ...pull, name, stream, apply: (event) => applyOnce(options, event) };
}

/** Whether every further delivery would fail too. */
const isHopeless = (error: unknown): boolean =>
  error instanceof InvalidEvent || isUnusableValue(error);

/** The inbox row commits with the effect, so a redelivery after a crash finds it. */
async function applyOnce<Tx extends SqlExecutor>(
  { name, transaction, handle }: ConsumerOptions<Tx>,
  event: ReceivedEvent,
): Promise<Outcome> {
  let outcome: Outcome = 'handled';
  await transaction(event.orgId, async (tx) => {
    const inserted = await tx.rows(
      `insert into inbox (consumer, message_id) values ($1, $2)
        on conflict do nothing returning message_id`,
      [name, event.id],
    );
    outcome = inserted.length > 0 ? 'handled' : 'duplicate';
    if (outcome === 'handled') await handle(event, tx);
  });
  return outcome;
}

/** The identifier of the request that caused the event. */
const requestOf = ({ headers }: JsMsg): string | undefined =>
  headers?.get('timbre-request-id') || undefined;

function orderKeyOf(message: JsMsg): string {
  return message.headers?.get('timbre-aggregate-id') || `sequence ${message.seq}`;
}
