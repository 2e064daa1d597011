import type { JsMsg } from 'nats';
import type { Logger } from '../telemetry/logger';
import type { Pool } from 'pg';
import { firstIn, itemAt } from '@timbre/fiscal';
import { failpoint } from '../telemetry/failpoint';
import { countConsumed } from '../telemetry/metrics';
import { inRequest } from '../telemetry/request-scope';
import { isUnusableValue } from '../database/errors';
import type { NatsLink } from './connection';
import { watchDatabase } from './database-watch';
import { recordDeadLetter, type DeadLetterReason } from './dead-letter-store';
import { fromNatsHeaders, fromStream, type Headers } from './envelope';
import { InvalidEvent, TooMuchTogether, type ReceivedEvent } from './event';
import { createPullConsumer, type GroupOutcome, type Settlement } from './pull-consumer';
import type { SqlExecutor } from './sql-executor';
import { inProcessSpan } from './tracing';

/** A service's durable subscription to one subject of another service. */
export interface EventConsumer {
  readonly name: string;
  readonly stream: string;
  readonly subject: string;
  start(): void;
  stop(): Promise<void>;
  /** Applies an event once, without NATS. The promise rejects if the handler rejects. */
  apply(event: ReceivedEvent): Promise<Outcome>;
}

type Outcome = 'handled' | 'duplicate';

export interface ConsumerOptions<Tx extends SqlExecutor> {
  /**
   * The name of the durable consumer, which is unique in the stream: `<service>-<data that the
   * consumer stores>`, for example `reports-contacts`.
   */
  name: string;
  /** The stream of the emitting service: `streamOf('commerce')`. */
  stream: string;
  /** The subject filter: `commerce.contact.changed`, `commerce.contact.*`. */
  subject: string;
  /**
   * The number of aggregates that this process handles concurrently; with `togetherMax`, the number
   * of organizations.
   */
  concurrency: number;
  /**
   * The number of waiting events of an organization that are handled in one transaction. If this
   * transaction fails, the halves of the events are handled, and so on, so that no event fails
   * because of another. A handler can request that each event is handled alone by throwing
   * `TooMuchTogether`. Default: 1.
   */
  togetherMax?: number;
  /**
   * Whether an event is handled with the other waiting events of its organization. Any other event
   * is handled only with the waiting events of its aggregate, concurrently with other aggregates.
   * The default is true for every event.
   */
  isOfSet?: ((event: ReceivedEvent) => boolean) | undefined;
  /**
   * Whether an event has an effect. Any other event is acknowledged without a transaction. The
   * default is true for every event.
   */
  concerns?: (event: ReceivedEvent) => boolean;
  /**
   * Runs a function in a database transaction bound to the organization. The function may be run a
   * second time after a rollback.
   */
  transaction(orgId: string, work: (tx: Tx) => Promise<void>): Promise<void>;
  /**
   * Applies the effect, exclusively through `tx`. A failure is retried up to five times, except if
   * it is an `InvalidEvent` (see `readPayload`) or a value that PostgreSQL cannot store. If the
   * database is unreachable, the event waits, and this does not count as a failure. The handler
   * must compare versions with `isNewer`, because events may be out of order after a failure.
   * @param events belong to one organization, without duplicates; a single event if `togetherMax`
   * is undefined
   */
  handle(events: readonly ReceivedEvent[], tx: Tx): Promise<void>;
  link: NatsLink;
  /** A pool of the system role, which stores the dead letters. */
  pool: Pool;
  logger: Logger;
  /** Receives the outcomes instead of the process's metrics, for tests. */
  metrics?: { settled(outcome: Outcome | 'retried' | 'dead'): void };
}

const deliveriesMax = 6;
/** The delays before the second, third and later deliveries of a failed event. */
const retryMs = [1_000, 5_000, 30_000, 120_000, 120_000];

/** Applies every event of the subject exactly once, however often it is delivered. */
export function createConsumer<Tx extends SqlExecutor>(
  options: ConsumerOptions<Tx>,
): EventConsumer {
  const { name, stream, subject, logger, togetherMax = 1 } = options;
  const database = watchDatabase(options.pool, logger, name);

  async function applyAll(messages: readonly JsMsg[]): Promise<void> {
    const outcomes = await applyMessages(options, messages);
    failpoint('consumer.committed');
    for (const outcome of outcomes) settled(options, outcome);
  }
  async function settle(message: JsMsg): Promise<Settlement> {
    try {
      await applyAll([message]);
      return 'ack';
    } catch (error) {
      return (await database.wasAway()) ? settle(message) : fail(options, message, error);
    }
  }
  async function handleTogether(messages: readonly JsMsg[]): Promise<GroupOutcome> {
    try {
      await applyAll(messages);
      return 'done';
    } catch (error) {
      if (error instanceof TooMuchTogether) return 'alone';
      const seen = { consumer: name, count: messages.length };
      logger.warn({ err: error, ...seen }, 'events failed together; their halves are handled');
      return 'halves';
    }
  }

  const pull = createPullConsumer({
    ...options,
    deliveriesMax,
    isHeldUp: database.isAway,
    keyOf: (message) => keyOf(options, message),
    settle: (message) => inRequest(requestOf(message) ?? name, () => settle(message)),
    together: { max: togetherMax, handle: handleTogether },
  });
  return {
    name,
    stream,
    subject,
    start: () => pull.start(),
    async stop() {
      database.stop();
      await pull.stop();
    },
    apply: async (event) => firstIn(await applyOnce(options, [event])),
  };
}

type Ending = Omit<ConsumerOptions<never>, 'transaction' | 'handle'>;

/** Decides whether a failed event is retried or becomes a dead letter. */
async function fail(options: Ending, message: JsMsg, error: unknown): Promise<Settlement> {
  const { name, logger } = options;
  const deliveries = message.info.deliveryCount;
  const seen = { consumer: name, subject: message.subject, sequence: message.seq, deliveries };
  if (isHopeless(error) || deliveries >= deliveriesMax) {
    logger.error({ err: error, ...seen }, 'event became a dead letter');
    const reason = isHopeless(error) ? 'terminated' : 'max_deliveries';
    await keepDeadLetter(options, message, reason, error);
    settled(options, 'dead');
    return reason === 'terminated' ? 'term' : { retryInMs: 0 };
  }
  logger.warn({ err: error, ...seen }, 'event failed; it will be delivered again');
  settled(options, 'retried');
  return { retryInMs: retryMs[deliveries - 1] ?? 0 };
}

function settled({ name, metrics }: Ending, outcome: Outcome | 'retried' | 'dead'): void {
  if (metrics) metrics.settled(outcome);
  else countConsumed(name, outcome);
}

/**
 * Stores the dead letter with the error, which only this process knows. If this process cannot
 * store the row, the NATS advisory creates a row without the error.
 */
async function keepDeadLetter(
  { name, stream, pool, logger }: Ending,
  message: JsMsg,
  reason: DeadLetterReason,
  error: unknown,
): Promise<void> {
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

/** Whether every retry of the event would also fail. */
const isHopeless = (error: unknown): boolean =>
  error instanceof InvalidEvent || isUnusableValue(error);

/**
 * Applies several events together. Each event has a span in the trace of the request that caused
 * it. The transaction belongs to the span of the first event.
 */
async function applyMessages<Tx extends SqlExecutor>(
  options: ConsumerOptions<Tx>,
  messages: readonly JsMsg[],
): Promise<Outcome[]> {
  const { name, logger } = options;
  const received = messages.map((message) => ({ message, ...read(options, message) }));
  const events = received.map(({ event }) => event);
  let applied: Promise<Outcome[]> | undefined;
  return Promise.all(
    received.map(({ message, headers, event }, at) => {
      const wait = async () => {
        const outcome = itemAt(await (applied ??= applyOnce(options, events)), at);
        logger.debug({ consumer: name, outcome }, 'event applied');
        return outcome;
      };
      return inRequest(requestOf(message) ?? name, () => inProcessSpan(event, name, headers, wait));
    }),
  );
}

/**
 * Applies events once. The inbox rows are committed with the effect, so that a redelivery after a
 * crash finds them.
 * @param events are events of one organization
 */
async function applyOnce<Tx extends SqlExecutor>(
  { name, transaction, handle, concerns = () => true }: ConsumerOptions<Tx>,
  received: readonly ReceivedEvent[],
): Promise<Outcome[]> {
  const events = received.filter(concerns);
  let repeated = new Set<ReceivedEvent>();
  const apply = async (tx: Tx): Promise<void> => {
    // The rows are inserted in a fixed order, so that two processes never wait for each other's
    // rows.
    const inserted = await tx.rows(
      `insert into inbox (consumer, message_id) select $1, id from unnest($2::uuid[]) as x (id)
        order by id on conflict do nothing returning message_id`,
      [name, events.map(({ id }) => id)],
    );
    const ids = new Set((inserted as { message_id: string }[]).map((row) => row.message_id));
    const fresh = new Set(events.filter(({ id }) => ids.delete(id)));
    repeated = new Set(events.filter((event) => !fresh.has(event)));
    if (fresh.size > 0) await handle([...fresh], tx);
  };
  if (events.length > 0) await transaction(firstIn(events).orgId, apply);
  return received.map((event) => (repeated.has(event) ? 'duplicate' : 'handled'));
}

/** Returns the identifier of the request that caused the event. */
const requestOf = ({ headers }: JsMsg): string | undefined =>
  headers?.get('timbre-request-id') || undefined;

interface Read {
  headers: Headers;
  event: ReceivedEvent;
}

/** The events of messages that were read for their keys, so that no message is read twice. */
const readBefore = new WeakMap<JsMsg, Read>();

/** Reads the event of a message. @throws InvalidEvent */
function read({ stream }: Pick<Ending, 'stream'>, message: JsMsg): Read {
  const found = readBefore.get(message);
  if (found) return found;
  const headers = fromNatsHeaders(message.headers);
  const made = { headers, event: fromStream(stream, message.subject, headers, message.data) };
  readBefore.set(message, made);
  return made;
}

/** Returns the key of a message: messages with the same key are handled one after the other, or together. */
function keyOf(options: Ending, message: JsMsg): string {
  const { togetherMax = 1, isOfSet } = options;
  if (togetherMax === 1) return aggregateOf(message);
  try {
    const { event } = read(options, message);
    return !isOfSet || isOfSet(event) ? organizationOf(message) : aggregateOf(message);
  } catch {
    // The event fails in the same way when it is handled, and is reported there. No other event fails with it.
    return `sequence ${message.seq}`;
  }
}

const aggregateOf = ({ headers, seq }: JsMsg): string =>
  headers?.get('timbre-aggregate-id') || `sequence ${seq}`;

const organizationOf = ({ headers, seq }: JsMsg): string =>
  headers?.get('timbre-org-id') || `sequence ${seq}`;
