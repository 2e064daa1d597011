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
import type { Logger } from '../telemetry/logger';
import { isJetstreamError } from './api-error';
import { whileConnected, type NatsLink } from './connection';
import { createKeyedQueue, type Group } from './keyed-queue';
import { createOutage } from '../telemetry/outage';
import { pause } from './pause';

/** The outcome of a delivery: acknowledged, terminated, or redelivered after a delay. */
export type Settlement = 'ack' | 'term' | { retryInMs: number };

export interface PullConsumerOptions {
  link: NatsLink;
  logger: Logger;
  stream: string;
  /** The durable name. All processes that use it share the messages. */
  name: string;
  /** One filter; a consumer with several needs server 2.10. */
  subject?: string;
  concurrency: number;
  /** Attempts before NATS gives up a message and publishes an advisory; -1: unlimited. */
  deliveriesMax: number;
  /** Creates the NATS objects that the consumer needs; runs on every (re)connection. */
  prepare?(nc: NatsConnection): Promise<void>;
  /** Deliveries with the same key are handled one after the other, or together. */
  keyOf(message: JsMsg): string;
  /** Must not reject. */
  settle(message: JsMsg): Promise<Settlement>;
  /** Whether work waits for something outside; then it never counts as stuck. Default: it does not wait. */
  isHeldUp?(): boolean;
  /** How waiting deliveries with the same key are handled together. */
  together?: {
    max: number;
    /** @returns whether all are done; if not, each is settled alone. Must not reject */
    areDone(messages: readonly JsMsg[]): Promise<boolean>;
  };
}

export interface PullConsumer {
  start(): void;
  /** Takes no more messages, gives back those not begun, finishes those in progress. */
  stop(): Promise<void>;
}

/** A decoded event can take thirty times its bytes, and a process has a few hundred megabytes. */
const togetherBytesMax = 512 << 10;

/** Under load a group begins this often, so that its transaction is for many; a single event waits for nothing. */
const restMs = 50;

const ackWaitMs = 30_000;
const workingEveryMs = 10_000;
/** Work that takes longer counts as stuck: NATS may then deliver the message to another process. */
const heldMsMax = 10 * 60_000;

/**
 * Keeps a durable pull consumer running: through reconnects, before its stream exists, and after
 * NATS lost the consumer or stream with its disk.
 */
export function createPullConsumer(options: PullConsumerOptions): PullConsumer {
  const { link, logger, name, concurrency, keyOf, isHeldUp = () => false } = options;
  const outage = createOutage(logger, `consumer ${name}`);
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

  /** One session on one connection: our recovery takes 0.1 s, the client's own takes 30 s. */
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

/**
 * Lets NATS forget the last pull. A server up to 2.9 sends a message that is given back to that pull, where
 * nobody reads it, and delivers it again only after `ack_wait`; it looks for dead pulls when it gives the info.
 */
async function forgetPull(link: NatsLink, consumer: Consumer): Promise<void> {
  // Nothing is lost: without the answer NATS delivers again after `ack_wait`.
  await whileConnected(link, consumer.info()).catch(() => undefined);
}

/**
 * After a stop, those of a failed group that have not begun alone are given back.
 * @param forgotten when NATS has forgotten the last pull
 */
async function settleAll(
  { settle, together }: PullConsumerOptions,
  deliveries: readonly Delivery[],
  stopping: AbortSignal,
  forgotten: Promise<void>,
): Promise<void> {
  const messages = deliveries.map(({ message }) => message);
  const isGroup = messages.length > 1;
  if (isGroup && (await together!.areDone(messages))) {
    for (const message of messages) answer(message, 'ack');
    return;
  }
  for (const message of messages) {
    const isGivenBack = isGroup && stopping.aborted;
    if (isGivenBack) await forgotten;
    answer(message, isGivenBack ? { retryInMs: 0 } : await settle(message));
  }
}

/** While some deliveries are handled, as many may wait. */
const heldMax = ({ concurrency, together }: PullConsumerOptions): number =>
  Math.max(concurrency, together?.max ?? 0) * 2;

const groupOf = ({ together }: PullConsumerOptions): Group<Delivery> => ({
  max: together?.max ?? 1,
  bytesMax: togetherBytesMax,
  bytesOf: ({ message }) => message.data.length,
  rest: (isOver) => void setTimeout(isOver, restMs).unref(),
});

interface Delivery {
  message: JsMsg;
  since: number;
}

/** Tells NATS that work goes on; what is stuck may be delivered to another process. */
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
    // No harm is done: NATS delivers again, and the inbox recognizes the event.
  }
}

/**
 * Creates or updates the durable. It has no server-side `backoff`, which would replace `ack_wait`
 * (a handler would have 1 s, the first step). Instead each negative acknowledgement carries its
 * delay, and a process that dies costs one `ack_wait`.
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
