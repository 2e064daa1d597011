import type { Pool } from 'pg';
import { firstIn } from '@timbre/fiscal';
import type { NatsLink } from '../messaging/connection';
import { createConsumer, type ConsumerOptions, type EventConsumer } from '../messaging/consumer';
import { streamOf, type ReceivedEvent } from '../messaging/event';
import { createRun } from '../operation/long-command';
import type { Runtime } from '../operation/runtime';
import type { Transaction } from '../operation/transaction';

/**
 * The resources of the process that a consumer needs. The interface `Background` contains these
 * resources.
 */
export interface ConsumerParts<Providers = unknown> {
  runtime: Runtime<Providers>;
  systemPool: Pool;
  nats: NatsLink;
}

/** The events that a consumer subscribes to. */
export interface Interest extends Pick<ConsumerOptions<Transaction>, 'name' | 'subject'> {
  /** The name of the service that emits the events, such as `commerce`. */
  service: string;
  /**
   * The number of aggregates, or organizations for `batchConsumer`, that this process handles
   * concurrently. Default: 8.
   */
  concurrency?: number;
  /**
   * Whether an event has an effect here. Any other event is acknowledged without a transaction. The
   * default is true for every event.
   */
  concerns?: (event: ReceivedEvent) => boolean;
  /**
   * Whether `batchConsumer` handles an event with the other waiting events of its organization. Any
   * other event is handled only with the waiting events of its aggregate. The default is true for
   * every event.
   */
  isOfSet?: (event: ReceivedEvent) => boolean;
}

/**
 * Creates a consumer that applies each event once, in its own transaction bound to the event's
 * organization.
 */
export const transactionConsumer = (
  parts: ConsumerParts,
  interest: Interest,
  handle: (event: ReceivedEvent, tx: Transaction) => Promise<void>,
): EventConsumer => inTransactions(parts, interest, 1, (events, tx) => handle(firstIn(events), tx));

/**
 * The maximum number of events in one transaction: large enough that a transaction costs each event
 * little, and small enough that the transaction is short.
 */
const togetherMax = 100;

/**
 * Creates a consumer that applies the waiting events of an organization in one transaction, each
 * once, in the order of their arrival. A batch consumer is for sets of rows that one statement can
 * change.
 */
export const batchConsumer = (
  parts: ConsumerParts,
  interest: Interest,
  handle: (events: readonly ReceivedEvent[], tx: Transaction) => Promise<void>,
): EventConsumer => inTransactions(parts, interest, togetherMax, handle);

function inTransactions(
  parts: ConsumerParts,
  interest: Interest,
  togetherMax: number,
  handle: ConsumerOptions<Transaction>['handle'],
): EventConsumer {
  const { name } = interest;
  const { runtime } = parts;
  return createConsumer<Transaction>({
    ...subscription(parts, interest),
    togetherMax,
    transaction: (organizationId, work) =>
      createRun(runtime, {
        organizationId,
        environment: runtime.environment,
        actor: `consumer:${name}`,
        permissions: [],
        requestId: name,
        deadlineMs: Infinity,
        clockAheadMs: runtime.clocks?.aheadMsOf(organizationId),
      }).step(work),
    handle,
  });
}

/** Returns the options of a consumer that do not depend on its handler. */
export const subscription = (
  { runtime, systemPool, nats }: ConsumerParts,
  { name, subject, service, concurrency = 8, concerns = () => true, isOfSet }: Interest,
): Omit<ConsumerOptions<never>, 'transaction' | 'handle'> => ({
  name,
  subject,
  concurrency,
  concerns,
  isOfSet,
  stream: streamOf(service),
  link: nats,
  pool: systemPool,
  logger: runtime.logger,
});
