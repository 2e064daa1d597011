import { context as otel, propagation } from '@opentelemetry/api';
import { Computed, type Target } from '../database/target';
import { payloadBytesMax, type CompletedEvent, type DomainEvent } from '../messaging/event';
import type { Transaction } from './transaction';

/** Columns of the outbox (messaging/tables.ts), for inserts. */
export const outboxTarget: Target = {
  table: 'outbox',
  columns: {
    id: { column: 'id', type: 'uuid' },
    organizationId: { column: 'org_id', type: 'uuid' },
    subject: { column: 'subject', type: 'text' },
    aggregate: { column: 'aggregate', type: 'text' },
    aggregateId: { column: 'aggregate_id', type: 'text' },
    aggregateVersion: { column: 'aggregate_version', type: 'int' },
    payload: { column: 'payload', type: 'bytea' },
    carrier: { column: 'carrier', type: 'jsonb' },
  },
};

/**
 * Returns the outbox row of an event, with the trace of the request that caused it.
 * @throws RangeError if the payload exceeds the NATS size limit. To avoid this error, an event
 * contains only identifiers of data that can grow without limit
 */
export function outboxRow(
  tx: Transaction,
  event: DomainEvent | CompletedEvent,
): Record<string, unknown> {
  const { payload } = event;
  const bytes = (payload instanceof Computed ? (payload.value as Buffer) : payload).byteLength;
  if (bytes > payloadBytesMax) {
    throw new RangeError(`${event.subject} has ${bytes} bytes; ${payloadBytesMax} is the most`);
  }
  const carrier: Record<string, string> = { requestId: tx.context.requestId };
  propagation.inject(otel.active(), carrier);
  return {
    id: tx.newId(),
    organizationId: tx.organizationId,
    ...event,
    payload: payload instanceof Computed ? payload : Buffer.from(payload),
    carrier,
  };
}
