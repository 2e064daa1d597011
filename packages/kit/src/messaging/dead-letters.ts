import type { JsMsg, NatsConnection } from 'nats';
import type { Logger } from '../telemetry/logger';
import type { Pool } from 'pg';
import { isJetstreamError } from './api-error';
import type { NatsLink } from './connection';
import type { EventConsumer } from './consumer';
import { recordDeadLetter, type DeadLetter } from './dead-letter-store';
import { fromNatsHeaders } from './envelope';
import { createPullConsumer, type Settlement } from './pull-consumer';
import { advisoryStream, ensureAdvisoryStream } from './streams';

/**
 * Stores the events that a service's consumers could not process, with the reason, until an
 * operator decides what to do.
 */
export interface DeadLetters {
  start(): void;
  stop(): Promise<void>;
}

export interface DeadLettersOptions {
  service: string;
  /** All event consumers of this service. Advisories about other consumers are ignored. */
  consumers: readonly EventConsumer[];
  link: NatsLink;
  /** A pool of the service's system role. */
  pool: Pool;
  logger: Logger;
  /**
   * The number of replicas of the advisory stream, if this service creates that stream; undefined if another
   * service creates it.
   */
  replicas: number | undefined;
}

export function createDeadLetters(options: DeadLettersOptions): DeadLetters {
  const { service, consumers, link, pool, logger, replicas } = options;
  const stopping = new AbortController();
  const pull = createPullConsumer({
    link,
    logger,
    stream: advisoryStream,
    name: `${service}-dead-letters`,
    concurrency: 1,
    deliveriesMax: -1,
    ...(replicas !== undefined && {
      prepare: (nc: NatsConnection) => ensureAdvisoryStream(nc, replicas),
    }),
    keyOf: () => advisoryStream,
    settle: copy,
  });
  const isOurs = ({ stream, consumer: name }: Advisory): boolean =>
    consumers.some((consumer) => consumer.stream === stream && consumer.name === name);

  async function copy(message: JsMsg): Promise<Settlement> {
    try {
      const advisory = message.json<Advisory>();
      if (!isOurs(advisory)) return 'ack';
      const nc = await link.ready(stopping.signal);
      await recordDeadLetter(pool, await toDeadLetter(nc, advisory));
      return 'ack';
    } catch (error) {
      logger.warn({ err: error, subject: message.subject }, 'dead letter not copied yet');
      return { retryInMs: copyRetryMs };
    }
  }
  return {
    start: () => pull.start(),
    async stop() {
      stopping.abort(new Error('dead letters are stopped'));
      await pull.stop();
    },
  };
}

/**
 * The time in milliseconds after which an advisory is retried while the database is unreachable.
 * NATS keeps advisories for seven days.
 */
const copyRetryMs = 30_000;

/**
 * The fields of NATS's `max_deliver` and `terminated` advisories (schema version 1) that this
 * module reads.
 */
interface Advisory {
  type: string;
  timestamp: string;
  stream: string;
  consumer: string;
  stream_seq: number;
  deliveries: number;
}

async function toDeadLetter(nc: NatsConnection, advisory: Advisory): Promise<DeadLetter> {
  const message = await readMessage(nc, advisory);
  return {
    consumer: advisory.consumer,
    stream: advisory.stream,
    sequence: advisory.stream_seq,
    reason: advisory.type.endsWith('.terminated') ? 'terminated' : 'max_deliveries',
    deliveries: advisory.deliveries,
    failedAt: new Date(advisory.timestamp),
    ...(message && { message }),
  };
}

/** Reads the message from the stream; undefined if the message has expired. */
async function readMessage(
  nc: NatsConnection,
  { stream, stream_seq: seq }: Advisory,
): Promise<DeadLetter['message'] | undefined> {
  const manager = await nc.jetstreamManager({ checkAPI: false });
  try {
    const { subject, header, data } = await manager.streams.getMessage(stream, { seq });
    return { subject, headers: fromNatsHeaders(header), payload: data };
  } catch (error) {
    if (isJetstreamError(error, 'messageNotFound')) return undefined;
    throw error;
  }
}
