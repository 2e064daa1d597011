import { memoizeSql, type Change, type Resource } from '@timbre/kit';
import type { Sent, Stamped } from '../../domain/stamping/stamped';

/** The final state of a stamp, for a document that has not changed since its seal. */
export interface NewStamp {
  documentId: string;
  attemptId: string;
  from: Pick<Sent, 'version' | 'stage' | 'attempt'>;
  to: Stamped;
  xml: Buffer;
  now: Date;
}

/**
 * Stores the final state of a stamp if the document has not changed since its seal. Cancellations that wait
 * for the document become due.
 * @param resource the shape of the answer
 */
export function saveStamp(
  resource: Resource,
  { documentId, attemptId, from, to, xml, now }: NewStamp,
): Change {
  const { status, stage, uuid, stamp } = to.document;
  const values = [
    documentId, attemptId, from.version, stage, uuid, JSON.stringify(stamp), xml, now,
    from.stage, from.attempt, to.attempt, status, to.version,
  ]; // prettier-ignore
  return { parts: partsOf(resource), values, made: 'stamped', answer: 'json' };
}

const partsOf = memoizeSql(
  ({ table, json }: Resource) => `stamped as (update ${table} r set status = $13::text,
        stage = $5::text, uuid = $6::uuid, stamp = $7::jsonb, stamped_xml = $8::bytea,
        last_rejection = null, updated_at = $9::timestamptz, version = $14::int
      from open where r.org_id = $1::uuid and r.id = $2::uuid and r.version = $4::int
        and r.stage = $10::text and exists (select from stamp_attempts a
          where a.org_id = $1::uuid and a.id = $3::uuid and a.cfdi_id = $2::uuid
            and a.state = $11::text)
      returning ${json}::text as json),
    ended as (update stamp_attempts a set state = $12::text, next_check_at = null,
        finished_at = $9::timestamptz, version = a.version + 1
      from stamped where a.org_id = $1::uuid and a.id = $3::uuid and a.cfdi_id = $2::uuid),
    woken as (update cancellations n set next_check_at = $9::timestamptz, version = n.version + 1
      from stamped where n.org_id = $1::uuid and n.replacement_id = $2::uuid
        and n.state = 'requested' and n.sent_at is null)`,
);
