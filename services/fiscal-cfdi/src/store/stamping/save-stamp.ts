import { memoizeSql, type Change, type Resource } from '@timbre/kit';
import type { Sent, Stamped } from '../../domain/stamping/stamped';

/** The final state of a stamp attempt, for a document that has not changed since its seal. */
export interface NewStamp {
  documentId: string;
  attemptId: string;
  from: Pick<Sent, 'version' | 'stage' | 'attempt'>;
  to: Stamped;
  xml: Buffer;
  now: Date;
}

/**
 * Builds the change that stores the final state of a stamp attempt, if the document has not changed since
 * its seal. The change also makes cancellations due that wait for the document.
 * @param resource defines the shape of the response
 */
export function saveStamp(
  resource: Resource,
  { documentId, attemptId, from, to, xml, now }: NewStamp,
): Change {
  const { status, stage, uuid, stamp } = to.document;
  const values = {
    documentId,
    attemptId,
    xml,
    at: now,
    fromVersion: from.version,
    fromStage: from.stage,
    fromAttempt: from.attempt,
    version: to.version,
    attempt: to.attempt,
    status,
    stage,
    uuid,
    stamp: JSON.stringify(stamp),
  };
  return { parts: partsOf(resource), values, made: 'stamped', answer: 'json' };
}

const partsOf = memoizeSql(
  ({ table, json }: Resource) => `stamped as (update ${table} r set status = :status::text,
        stage = :stage::text, uuid = :uuid::uuid, stamp = :stamp::jsonb, stamped_xml = :xml::bytea,
        last_rejection = null, updated_at = :at::timestamptz, version = :version::int
      from open where r.org_id = :org::uuid and r.id = :documentId::uuid
        and r.version = :fromVersion::int and r.stage = :fromStage::text
        and exists (select from stamp_attempts a
          where a.org_id = :org::uuid and a.id = :attemptId::uuid
            and a.cfdi_id = :documentId::uuid and a.state = :fromAttempt::text)
      returning ${json}::text as json),
    ended as (update stamp_attempts a set state = :attempt::text, next_check_at = null,
        finished_at = :at::timestamptz, version = a.version + 1
      from stamped where a.org_id = :org::uuid and a.id = :attemptId::uuid
        and a.cfdi_id = :documentId::uuid),
    woken as (update cancellations n set next_check_at = :at::timestamptz, version = n.version + 1
      from stamped where n.org_id = :org::uuid and n.replacement_id = :documentId::uuid
        and n.state = 'requested' and n.sent_at is null)`,
);
