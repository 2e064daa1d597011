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
  /** Whose events they are; payroll's own unless it is said. */
  service?: string;
  concurrency: number;
}

/** Applies each event once, all of it in one transaction. */
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

/** No inbox: its work calls outside between commits of its own, and the state of the row says what
 * was done. A repetition finds nothing to do, or goes on. */
const unrecorded: SqlExecutor = { execute: () => Promise.resolve([{}]) };

/** Hands each event to work in several steps, which must stand a repetition. */
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
