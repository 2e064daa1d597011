import { NatsError, type JsMsg, type MsgHdrs, type NatsConnection } from 'nats';
import type { Logger } from 'pino';
import type { Pool } from 'pg';
import type { NatsLink } from './connection';
import type { EventConsumer, Outcome } from './consumer';
import {
  findDeadLetter,
  markReplayed,
  recordDeadLetter,
  type DeadLetter,
} from './dead-letter-store';
import { fromHeaders, type Headers } from './envelope';
import { createOutage } from './outage';
import { pause } from './pause';
import { createPullConsumer, type Settlement } from './pull-consumer';
import { advisoryStream, ensureAdvisoryStream } from './streams';

/** Keeps what a service's consumers could not process, with the reason, until someone decides. */
export interface DeadLetters {
  start(): void;
  stop(): Promise<void>;
  /**
   * Operator command: gives the event to its consumer again, here and now. Rejects with the
   * handler's error, or with an Error when the letter, its message or its consumer does not exist.
   */
  replay(id: string): Promise<Outcome>;
}

export interface DeadLettersOptions {
  service: string;
  /** All event consumers of this service; the advisories of others are not its business. */
  consumers: readonly EventConsumer[];
  link: NatsLink;
  /** Connects as the service's system role. */
  pool: Pool;
  logger: Logger;
  /** Replicas of the advisory stream, the same for all services. */
  replicas: number;
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
    keyOf: () => advisoryStream,
    settle: copy,
  });
  const find = (stream: string, name: string): EventConsumer | undefined =>
    consumers.find((consumer) => consumer.stream === stream && consumer.name === name);

  async function copy(message: JsMsg): Promise<Settlement> {
    try {
      const advisory = message.json<Advisory>();
      if (!find(advisory.stream, advisory.consumer)) return 'ack';
      const letter = toDeadLetter(advisory, message.subject);
      const stored = await readMessage(await link.ready(stopping.signal), advisory);
      await recordDeadLetter(pool, { ...letter, ...(stored && { message: stored }) });
      return 'ack';
    } catch (error) {
      logger.warn({ err: error, subject: message.subject }, 'dead letter not copied yet');
      return { retryInMs: copyRetryMs };
    }
  }
  return {
    start() {
      void keepAdvisories(options, stopping.signal);
      pull.start();
    },
    async stop() {
      stopping.abort(new Error('dead letters are stopped'));
      await pull.stop();
    },
    async replay(id) {
      const letter = await findDeadLetter(pool, id);
      if (!letter?.payload || !letter.subject) throw new Error(`no dead letter ${id} to replay`);
      const consumer = find(letter.stream, letter.consumer);
      if (!consumer) throw new Error(`no consumer ${letter.consumer} in this service`);
      const event = fromHeaders(letter.subject, letter.headers, letter.payload);
      const outcome = await consumer.apply(event);
      await markReplayed(pool, id);
      return outcome;
    },
  };
}
