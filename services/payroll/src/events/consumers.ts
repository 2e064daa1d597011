import {
  createConsumer,
  createRun,
  streamOf,
  type Background,
  type CallContext,
  type EventConsumer,
  type ReceivedEvent,
  type SqlExecutor,
  type Transaction,
} from '@timbre/kit';
import { systemContext } from '../workflows/system-context';

export type Parts<Providers = unknown> = Pick<
  Background<Providers>,
  'runtime' | 'systemPool' | 'nats' | 'settings'
>;

interface Interest {
  name: string;
  subject: string;
  /** The service that publishes the events; payroll by default. */
  service?: string;
  concurrency: number;
}

/** Applies each event once, in one transaction. */
export function transactionConsumer(
  parts: Parts,
  interest: Interest,
  handle: (event: ReceivedEvent, tx: Transaction) => Promise<void>,
): EventConsumer {
  return createConsumer<Transaction>({
    ...interest,
    ...connections(parts, interest),
    transaction: (organizationId, work) =>
      createRun(parts.runtime, systemContext(parts, interest.name, organizationId)).step(work),
    handle,
  });
}

/**
 * Skips the inbox: this work calls other services between its own commits, and the state of the row
 * records what is done. A redelivered event finds nothing to do or continues the work.
 */
const unrecorded: SqlExecutor = { rows: () => Promise.resolve([{}]) };

/** Handles each event in several steps. The work must be idempotent. */
export function stepsConsumer(
  parts: Parts,
  interest: Interest,
  handle: (event: ReceivedEvent, context: CallContext) => Promise<void>,
): EventConsumer {
  return createConsumer<SqlExecutor>({
    ...interest,
    ...connections(parts, interest),
    transaction: (_organizationId, work) => work(unrecorded),
    handle: (event) => handle(event, systemContext(parts, interest.name, event.orgId)),
  });
}

function connections(
  { runtime, systemPool, nats, settings }: Parts,
  { service = 'payroll' }: Interest,
) {
  const { logger } = runtime;
  const replicas = settings.TIMBRE_NATS_REPLICAS;
  return { stream: streamOf(service), replicas, link: nats, pool: systemPool, logger };
}
