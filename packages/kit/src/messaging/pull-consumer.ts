import {
  AckPolicy,
  DeliverPolicy,
  nanos,
  type Consumer,
  type ConsumerConfig,
  type ConsumerMessages,
  type JsMsg,
  type NatsConnection,
} from 'nats';
import { certain } from '@timbre/fiscal';
import type { Logger } from '../telemetry/logger';
import { isJetstreamError } from './api-error';
import { whileConnected, type NatsLink } from './connection';
import { createKeyedQueue, type Group } from './keyed-queue';
import { createOutage, type Outage } from '../telemetry/outage';
import { pause } from './pause';

/**
 * The outcome of a group: all its deliveries are done, or none is, and the group is handled again as two
 * halves, or each delivery alone.
 */
export type GroupOutcome = 'done' | 'halves' | 'alone';

/** The outcome of a delivery: acknowledged, terminated, or redelivered after a delay. */
export type Settlement = 'ack' | 'term' | { retryInMs: number };

export interface PullConsumerOptions {
  link: NatsLink;
  logger: Logger;
  stream: string;
  /** The durable name. All processes with the same name share the messages. */
  name: string;
  /** A single subject filter. A consumer with several filters would require server version 2.10. */
  subject?: string;
  concurrency: number;
  /**
   * The number of delivery attempts after which NATS gives up on a message and publishes an
   * advisory; -1 means no limit.
   */
  deliveriesMax: number;
  /**
   * Creates the NATS objects that the consumer needs. The function runs on every connection and
   * reconnection.
   */
  prepare?(nc: NatsConnection): Promise<void>;
  /**
   * Returns the key by which deliveries are ordered or grouped. Deliveries with the same key are
   * handled one after the other, or as a group.
   */
  keyOf(message: JsMsg): string;
  /** Handles a delivery. The promise must not reject. */
  settle(message: JsMsg): Promise<Settlement>;
  /**
   * Whether the work is waiting for another system, such as an unreachable database. Waiting work
   * never counts as stuck. By default, no work counts as waiting.
   */
  isHeldUp?(): boolean;
  /** The settings for handling waiting deliveries with the same key as a group. */
  together?: {
    max: number;
    /** Handles a group of deliveries. The promise must not reject. */
    handle(messages: readonly JsMsg[]): Promise<GroupOutcome>;
  };
}

export interface PullConsumer {
  start(): void;
  /**
   * Stops pulling messages, returns messages that no handler has started to NATS, and waits for the
   * running handlers.
   */
  stop(): Promise<void>;
}

/**
 * The maximum size of a group in bytes of messages. In memory, a decoded event can take thirty
 * times as many bytes, and a process has only a few hundred megabytes.
 */
const togetherBytesMax = 512 << 10;

/**
 * The pause between two groups of a key under load, in milliseconds, so that one transaction
 * handles many events. A single event does not wait.
 */
const restMs = 50;

/** The interval in milliseconds at which a consumer looks for its missing stream. */
const streamPollMs = 1_000;
const ackWaitMs = 30_000;
const workingEveryMs = 10_000;
/**
 * The time in milliseconds after which work counts as stuck. NATS then delivers the message to
 * another process.
 */
const heldMsMax = 10 * 60_000;

/**
 * Keeps a durable pull consumer running: across reconnections, before its stream exists, and after
 * NATS lost the consumer or the stream together with its disk.
 */
export function createPullConsumer(options: PullConsumerOptions): PullConsumer {
  const { link, name, concurrency, keyOf, isHeldUp = () => false } = options;
  const outage = outageOf(options);
  const stopping = new AbortController();
  const forgotten = Promise.withResolvers<void>();
  const queue = createKeyedQueue<Delivery>(
    concurrency,
    groupOf(options),
    ({ message }) => keyOf(message),
    (deliveries) => settleAll(options, deliveries, stopping.signal, forgotten.promise),
  );
  let consumer: Consumer | undefined;
  let messages: ConsumerMessages | undefined;
  let running: Promise<void> | undefined;
  let reminder: NodeJS.Timeout | undefined;

  /**
   * Consumes messages on one connection until it fails. A new session then recovers in 0.1 s,
   * whereas the NATS client alone would need 30 s.
   */
  async function consume(): Promise<void> {
    const nc = await link.ready(stopping.signal);
    const lost = link.lost();
    consumer = await whileConnected(link, openConsumer(nc, options));
    messages = await consumer.consume({
      max_messages: heldMax(options),
      abort_on_missing_resource: true,
      callback: (message) => queue.add({ message, since: Date.now() }),
    });
    outage.recovered();
    const session = messages;
    lost.addEventListener('abort', () => session.stop(), { once: true });
    if (lost.aborted || stopping.signal.aborted) session.stop();
    const reason = await session.closed();
    if (reason) throw reason;
  }
  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      await consume().catch((error: unknown) => {
        if (!stopping.signal.aborted) outage.failed(error);
      });
      await pause(outage.backoffMs(), stopping.signal);
    }
  }

  return {
    start() {
      running ??= run();
      reminder ??= setInterval(() => remind(queue.held(), isHeldUp()), workingEveryMs).unref();
    },
    async stop() {
      stopping.abort(new Error(`consumer ${name} is stopped`));
      messages?.stop();
      await running;
      const waiting = queue.takeWaiting();
      if (consumer) await forgetPull(link, consumer);
      forgotten.resolve();
      for (const { message } of waiting) answer(message, { retryInMs: 0 });
      await queue.finished();
      clearInterval(reminder);
    },
  };
}

/** Returns the outage of a consumer. A missing stream is no failure, because its owner may start later. */
function outageOf({ logger, name, stream }: PullConsumerOptions): Outage {
  const outage = createOutage(logger, `consumer ${name}`);
  let isWaiting = false;
  return {
    failed(error) {
      const isMissing = isJetstreamError(error, 'streamNotFound');
      if (!isMissing) outage.failed(error);
      else if (!isWaiting) {
        logger.info({ consumer: name, stream }, 'waiting for the owner of the stream');
      }
      isWaiting = isMissing;
    },
    recovered() {
      isWaiting = false;
      outage.recovered();
    },
    backoffMs: () => (isWaiting ? streamPollMs : outage.backoffMs()),
  };
}

/**
 * Makes NATS forget the last pull request of this process. A server up to version 2.9 would
 * otherwise send a returned message as the response to that abandoned request, and would deliver
 * the message to another process only after `ack_wait`. The info request makes the server check for
 * dead pull requests.
 */
async function forgetPull(link: NatsLink, consumer: Consumer): Promise<void> {
  // A failure is ignored, because NATS redelivers the messages after `ack_wait`.
  await whileConnected(link, consumer.info()).catch(() => undefined);
}

/**
 * Settles a group of deliveries. A group that fails is settled in parts: with halves, one bad delivery costs the
 * others few transactions. After a stop, the parts that have not started are returned to NATS instead.
 * @param forgotten resolves when NATS has forgotten the last pull request
 */
async function settleAll(
  options: PullConsumerOptions,
  deliveries: readonly Delivery[],
  stopping: AbortSignal,
  forgotten: Promise<void>,
): Promise<void> {
  const { settle, together } = options;
  const messages = deliveries.map(({ message }) => message);
  const [first] = messages;
  if (first && messages.length === 1) return answer(first, await settle(first));
  const outcome = await certain(together, 'together').handle(messages);
  if (outcome === 'done') return messages.forEach((message) => answer(message, 'ack'));
  const size = outcome === 'alone' ? 1 : Math.ceil(deliveries.length / 2);
  for (let at = 0; at < deliveries.length; at += size) {
    const part = deliveries.slice(at, at + size);
    if (stopping.aborted) {
      await forgotten;
      for (const { message } of part) answer(message, { retryInMs: 0 });
    } else {
      await settleAll(options, part, stopping, forgotten);
    }
  }
}

/**
 * Returns the maximum number of unsettled deliveries: twice the number that is handled
 * concurrently, so that the same number can wait.
 */
const heldMax = ({ concurrency, together }: PullConsumerOptions): number =>
  Math.max(concurrency, together?.max ?? 0) * 2;

const groupOf = ({ together }: PullConsumerOptions): Group<Delivery> => ({
  max: together?.max ?? 1,
  bytesMax: togetherBytesMax,
  bytesOf: ({ message }) => message.data.length,
  // Only a consumer that handles groups pauses between groups.
  ...(together && { rest: (isOver) => void setTimeout(isOver, restMs).unref() }),
});

interface Delivery {
  message: JsMsg;
  since: number;
}

/**
 * Informs NATS that work continues. Stuck work is omitted, so that NATS may deliver it to another
 * process.
 */
function remind(held: Iterable<Delivery>, isHeldUp: boolean): void {
  for (const { message, since } of held) {
    if (isHeldUp || Date.now() - since < heldMsMax) answer(message, 'working');
  }
}

function answer(message: JsMsg, settlement: Settlement | 'working'): void {
  try {
    if (settlement === 'ack') message.ack();
    else if (settlement === 'term') message.term();
    else if (settlement === 'working') message.working();
    else message.nak(settlement.retryInMs);
  } catch {
    // A failed acknowledgement is ignored, because NATS then redelivers the event and the inbox
    // recognizes it.
  }
}

/**
 * Creates or updates the durable. The durable has no server-side `backoff`, because the first
 * backoff step of 1 s would replace `ack_wait` as the time limit of a handler. Instead, each
 * negative acknowledgement contains the delay of the retry. The events of a process that crashes
 * are redelivered after `ack_wait`.
 */
async function openConsumer(nc: NatsConnection, options: PullConsumerOptions): Promise<Consumer> {
  await options.prepare?.(nc);
  const { stream, name, subject, deliveriesMax } = options;
  const changeable = {
    ack_wait: nanos(ackWaitMs),
    max_deliver: deliveriesMax,
    max_ack_pending: heldMax(options),
    ...(subject !== undefined && { filter_subject: subject }),
  };
  const config: Partial<ConsumerConfig> = {
    ...changeable,
    durable_name: name,
    ack_policy: AckPolicy.Explicit,
    deliver_policy: DeliverPolicy.All,
  };
  const manager = await nc.jetstreamManager({ checkAPI: false });
  try {
    await manager.consumers.update(stream, name, changeable);
  } catch (error) {
    if (!isJetstreamError(error, 'consumerNotFound')) throw error;
    await manager.consumers.add(stream, config);
  }
  return nc.jetstream().consumers.get(stream, name);
}
