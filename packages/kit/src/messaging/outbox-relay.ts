import type { Logger } from '../telemetry/logger';
import type { Pool } from 'pg';
import { whileConnected, type NatsLink } from './connection';
import { createOutage } from '../telemetry/outage';
import { publicHeaderOf, type Headers } from './envelope';
import type { ReceivedEvent } from './event';
import { relayBatch, type BatchResult } from './outbox-batch';
import { hasPublished, outboxBacklog, type Backlog, pruneTransport } from './outbox-store';
import { pause } from './pause';
import { ensureStream } from './streams';

/** Publishes the outbox to NATS. Several relays on one database share the work. */
export interface OutboxRelay {
  start(): void;
  /**
   * Must be called after every commit that wrote events, so that they are published immediately.
   */
  nudge(): void;
  /** Publishes the ready events for at most about 5 s after the current batch, then stops. */
  stop(): Promise<void>;
  /**
   * Returns the number of pending events, and the age of the oldest pending event in seconds. The
   * operator is alerted at an age of 60 seconds.
   */
  backlog(): Promise<Backlog>;
}

export interface OutboxRelayOptions {
  service: string;
  /** A pool of the service's system role. */
  pool: Pool;
  link: NatsLink;
  logger: Logger;
  /** The number of replicas of the service's stream: 3 in production, 1 on a single server. */
  replicas: number;
  /** Renders the public form of an event. Without this function, all events stay internal. */
  publicBody?: ((event: ReceivedEvent) => string | undefined) | undefined;
  metrics?: { published(count: number): void; failed(): void; storeLost(): void };
}

/**
 * The interval in milliseconds at which the relay looks for events without a nudge. The relay then
 * finds republished events, and events of processes that crashed between commit and nudge.
 */
const pollMs = 1_000;
/**
 * The wait in milliseconds before the next attempt if another relay has locked the aggregates of
 * this batch. Relays hold such locks for a few milliseconds.
 */
const soonMs = 20;
/**
 * The wait in milliseconds for more events before a batch is claimed, because a whole batch costs
 * little more than a single event.
 */
const gatherMs = 25;
const pruneEveryMs = 10 * 60_000;
const drainMsMax = 5_000;
/**
 * The abort reason of every nudge. The reason is created only once, because an abort without a
 * reason would create an exception each time.
 */
const nudged = new Error('there are events to relay');

export function createOutboxRelay(options: OutboxRelayOptions): OutboxRelay {
  const { pool, link, logger } = options;
  const relay = createStep(options);
  const outage = createOutage(logger, 'publishing the outbox');
  const stopping = new AbortController();
  let idle = new AbortController();
  let isNudged = false;
  let running: Promise<void> | undefined;
  let pruning: NodeJS.Timeout | undefined;

  /**
   * Runs one turn of the relay. A nudge ends only the wait of an idle relay, because nudges must
   * not cause rapid retries during an outage.
   */
  async function turn(): Promise<void> {
    isNudged = false;
    try {
      const next = await relay(stopping.signal);
      outage.recovered();
      if (next === 'soon') await pause(soonMs, stopping.signal);
      if (next !== 'later') return;
      idle = new AbortController();
      if (!isNudged) await pause(pollMs, AbortSignal.any([idle.signal, stopping.signal]));
      await pause(gatherMs, stopping.signal);
    } catch (error) {
      if (stopping.signal.aborted) return;
      outage.failed(error);
      await pause(outage.backoffMs(), stopping.signal);
    }
  }
  async function run(): Promise<void> {
    while (!stopping.signal.aborted) await turn();
    const deadline = AbortSignal.timeout(drainMsMax);
    // Events that cannot be published stay in the outbox for the next relay.
    const drain = (): Promise<unknown> => relay(deadline).catch(() => 'later');
    while (link.isConnected() && !deadline.aborted && (await drain()) !== 'later');
  }
  function prune(): void {
    pruneTransport(pool).catch((error: unknown) => logger.warn({ err: error }, 'pruning failed'));
  }

  return {
    start() {
      running ??= run();
      pruning ??= setInterval(prune, pruneEveryMs).unref();
    },
    nudge() {
      if (isNudged) return;
      isNudged = true;
      idle.abort(nudged);
    },
    async stop() {
      clearInterval(pruning);
      stopping.abort(new Error('the outbox relay is stopped'));
      await running;
    },
    backlog: () => outboxBacklog(pool),
  };
}

/**
 * Publishes one batch after ensuring that the stream exists. The function waits while NATS is
 * unreachable, and throws on failure.
 */
function createStep(
  options: OutboxRelayOptions,
): (signal: AbortSignal) => Promise<BatchResult['next']> {
  const { service, pool, link, logger, replicas, metrics } = options;
  const publisher = { service, publicHeader: publicHeaders(options) };
  let isStreamKnown = false;
  return async (signal) => {
    try {
      const nc = await link.ready(signal);
      if (!isStreamKnown) {
        // The outbox is queried before the stream. In the opposite order, an event that another
        // relay publishes between the two queries would look like an event that the stream has
        // lost.
        const hadPublished = await hasPublished(pool);
        const isEmpty = await whileConnected(link, ensureStream(nc, service, replicas));
        if (hadPublished && isEmpty) {
          logger.warn('NATS lost published events; the command republish sends them again');
          metrics?.storeLost();
        }
      }
      isStreamKnown = true;
      const { published, next, failure } = await relayBatch(pool, link, nc, publisher);
      if (published > 0) metrics?.published(published);
      if (failure !== undefined) throw failure as Error;
      return next;
    } catch (error) {
      // The stream itself may be missing, because NATS has lost its disk or is newly installed.
      isStreamKnown = false;
      if (!signal.aborted) metrics?.failed();
      throw error;
    }
  };
}

/**
 * Renders the public headers of events. An event whose public form cannot be rendered is published
 * without the header: services receive it, and the webhooks service stores it as a dead letter
 * until it is published again.
 */
const publicHeaders =
  ({ publicBody, logger }: Pick<OutboxRelayOptions, 'publicBody' | 'logger'>) =>
  (event: ReceivedEvent): Headers => {
    try {
      return publicHeaderOf(publicBody?.(event));
    } catch (error) {
      logger.error({ err: error, subject: event.subject }, 'an event has no public form');
      return {};
    }
  };
