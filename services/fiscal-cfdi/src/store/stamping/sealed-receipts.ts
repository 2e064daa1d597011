import type { Change } from '@timbre/kit';
import { announcedColumns } from '../cfdi/announced-columns';
import type { FiscalDocument } from '../fiscal-documents';
import type { StampAttempt } from './stamp-attempts';

/** A receipt that its payroll run has sealed, with the attempt that is in flight. */
export type PinnedReceipt = FiscalDocument & { attemptId: string; sealedAtMs: number };

/**
 * The columns for storing the stamp and its event. The event needs only the relations from the
 * input, and nothing from the items. The rest of input and items is not read, because it is large.
 */
const columns = `${announcedColumns({
  input: `jsonb_build_object('relations', r.input->'relations')`,
  items: `'[]'::jsonb`,
})}, r.stage, r.sealed_xml as "sealedXml", r.sello_hash as "selloHash"`;

/**
 * Pins the attempt of a receipt that a payroll run has sealed, and returns the receipt. Returns no row for a
 * receipt that was already sent or released, or that the wallet pays for.
 */
export const pinReceipt = (
  { documentId, requestedBy }: Pick<StampAttempt, 'documentId' | 'requestedBy'>,
  to: Pick<StampAttempt, 'state' | 'pac' | 'sentAt' | 'nextCheckAt'>,
): Change => ({
  parts: `pinned as (update stamp_attempts a set state = $4::text, pac = $5::text,
      sent_at = $6::timestamptz, next_check_at = $7::timestamptz, version = a.version + 1
    from open, cfdi r where a.org_id = $1::uuid and a.cfdi_id = $2::uuid
      and a.requested_by = $3::text and a.state = 'sealed' and a.reserved_minor is null
      and r.org_id = $1::uuid and r.id = $2::uuid and r.status = 'draft' and r.stage = 'stamping'
    returning ${columns}, a.id as "attemptId",
      extract(epoch from a.created_at)::float8 * 1000 as "sealedAtMs")`,
  values: [documentId, requestedBy, to.state, to.pac, to.sentAt, to.nextCheckAt],
  made: 'pinned',
  answer: 'pinned.*',
});
