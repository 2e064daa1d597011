import type { Change } from '@timbre/kit';
import { announcedColumns } from '../cfdi/announced-columns';
import type { FiscalDocument } from '../fiscal-documents';
import type { StampAttempt } from './stamp-attempts';

/** A payroll receipt that was sealed with its run, and the pinned attempt to stamp it. */
export type PinnedReceipt = FiscalDocument & { attemptId: string; sealedAtMs: number };

/**
 * The columns that are needed to store the stamp and to build its event. The event needs only the relations
 * in the column `input`. The other values of `input` and the items are not read, because they are large.
 */
const columns = `${announcedColumns({
  input: `jsonb_build_object('relations', r.input->'relations')`,
  items: `'[]'::jsonb`,
})}, r.stage, r.sealed_xml as "sealedXml", r.sello_hash as "selloHash"`;

/**
 * Builds the change that pins the attempt of a receipt that a payroll run has sealed, and returns the
 * receipt. The change returns no receipt that was already sent or released, or for which the wallet has
 * reserved a price.
 */
export const pinReceipt = (
  { documentId, requestedBy }: Pick<StampAttempt, 'documentId' | 'requestedBy'>,
  {
    state,
    pac,
    sentAt,
    nextCheckAt,
  }: Pick<StampAttempt, 'state' | 'pac' | 'sentAt' | 'nextCheckAt'>,
): Change => ({
  parts: pinnedParts,
  values: { documentId, requestedBy, state, pac, sentAt, nextCheckAt },
  made: 'pinned',
  answer: 'pinned.*',
});

const pinnedParts = `pinned as (update stamp_attempts a set state = :state::text, pac = :pac::text,
    sent_at = :sentAt::timestamptz, next_check_at = :nextCheckAt::timestamptz,
    version = a.version + 1
  from open, cfdi r where a.org_id = :org::uuid and a.cfdi_id = :documentId::uuid
    and a.requested_by = :requestedBy::text and a.state = 'sealed' and a.reserved_minor is null
    and r.org_id = :org::uuid and r.id = :documentId::uuid and r.status = 'draft'
    and r.stage = 'stamping'
  returning ${columns}, a.id as "attemptId",
    extract(epoch from a.created_at)::float8 * 1000 as "sealedAtMs")`;
