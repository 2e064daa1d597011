import { payloadBytesMax, type DomainEvent } from './event';
import type { SqlExecutor } from './sql-executor';
import { currentCarrier } from './tracing';

/**
 * Adds events to the outbox of the transaction `tx`: they leave if and only if it commits. Write
 * them in the order they happened, after the aggregate's row is locked or changed. `newId` draws a
 * UUIDv7. Throws RangeError for a payload above `payloadBytesMax`.
 */
export async function writeOutbox(
  tx: SqlExecutor,
  orgId: string,
  events: readonly DomainEvent[],
  newId: () => string,
): Promise<void> {
  if (events.length === 0) return;
  const carrier = JSON.stringify(currentCarrier());
  const rows = events.map((event) => row(orgId, event, carrier, newId()));
  await tx.execute(
    `insert into outbox
      (id, org_id, subject, aggregate, aggregate_id, aggregate_version, payload, carrier)
      values ${rows.map(() => '(?, ?, ?, ?, ?, ?, ?, ?)').join(', ')}`,
    rows.flat(),
  );
}

function row(orgId: string, event: DomainEvent, carrier: string, id: string): unknown[] {
  const { subject, aggregate, aggregateId, aggregateVersion, payload } = event;
  if (payload.byteLength > payloadBytesMax) {
    throw new RangeError(`${subject}: payload of ${payload.byteLength} bytes`);
  }
  const bytes = Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength);
  return [id, orgId, subject, aggregate, aggregateId, aggregateVersion, bytes, carrier];
}
