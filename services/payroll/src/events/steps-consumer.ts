import { firstIn } from '@timbre/fiscal';
import {
  createConsumer,
  subscription,
  type CallContext,
  type ConsumerParts,
  type EventConsumer,
  type Interest,
  type ReceivedEvent,
  type SqlExecutor,
} from '@timbre/kit';
import { systemContext } from '../workflows/system-context';

/**
 * An inbox that does not record which events were handled. A work step calls other services between
 * its own commits, and the state of the row records its progress. If an event is delivered again,
 * the work continues from the recorded progress.
 */
const unrecorded: SqlExecutor = {
  rows: (_inbox, [, ids]) => Promise.resolve((ids as string[]).map((id) => ({ message_id: id }))),
};

/**
 * Creates a consumer for payroll's own events whose work consists of several steps. The work must be
 * idempotent, because an event may be delivered again.
 */
export function stepsConsumer(
  parts: ConsumerParts,
  interest: Omit<Interest, 'service'>,
  handle: (event: ReceivedEvent, context: CallContext) => Promise<void>,
): EventConsumer {
  return createConsumer<SqlExecutor>({
    ...subscription(parts, { ...interest, service: 'payroll' }),
    transaction: (_organizationId, work) => work(unrecorded),
    handle(events) {
      const event = firstIn(events);
      return handle(event, systemContext(parts.runtime, interest.name, event.orgId));
    },
  });
}
