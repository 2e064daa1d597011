import { isIdentifier, type Reader } from '@timbre/kit';
import type { FiscalDocument } from './fiscal-documents';

/** A receipt of a run that was sealed together with others, and the attempt that waits for it. */
export interface SealedReceipt {
  attemptId: string;
  sealedAt: Date;
  document: FiscalDocument;
}

/** What a stamp is stored by, and what its event tells. */
const columns = `r.id, r.version, r.status, r.stage, r.archived, r.kind, r.series, r.folio::float8,
  r.issued_local as "issuedLocal", r.sealed_xml as "sealedXml", r.sello_hash as "selloHash",
  r.customer_id as "customerId", r.counterparty_rfc as "counterpartyRfc",
  r.counterparty_name as "counterpartyName", r.currency, r.subtotal, r.total,
  r.payment_timing as "paymentTiming", r.form_code as "formCode"`;

const select = `select ${columns}, a.id as "attemptId",
    extract(epoch from a.created_at)::float8 * 1000 as "sealedAtMs"
  from stamp_attempts a join cfdi r on r.org_id = a.org_id and r.id = a.cfdi_id
  where a.org_id = :org and a.cfdi_id = $2::uuid and a.requested_by = $3::text
    and a.state = 'sealed' and a.reserved_minor is null
    and r.org_id = :org and r.status = 'draft' and r.stage = 'stamping'`;

/**
 * The receipt that payroll had sealed under this request's key, as the seal has left it. Undefined for
 * whatever is not as most receipts are: sent before, given up, paid from the wallet.
 */
export async function sealedReceipt(
  read: Reader,
  documentId: string,
  requestedBy: string,
): Promise<SealedReceipt | undefined> {
  if (!isIdentifier(documentId)) return undefined;
  const [row] = await read.rows<Row>(select, [documentId, requestedBy]);
  if (!row) return undefined;
  const { attemptId, sealedAtMs, ...document } = row;
  return { attemptId, sealedAt: new Date(sealedAtMs), document };
}

type Row = FiscalDocument & { attemptId: string; sealedAtMs: number };
