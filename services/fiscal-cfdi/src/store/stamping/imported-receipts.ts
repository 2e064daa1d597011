import type { Transaction } from '@timbre/kit';

/** An imported payroll receipt that no payroll row has yet. */
interface ImportedReceipt {
  /** The place of the receipt in the given list. */
  position: number;
  id: string;
  series: string | undefined;
  folio: string;
  issuedLocal: string;
  xml: Buffer;
}

const imported = `select g.position, r.id::text as id, r.series, r.external_folio as folio,
    r.issued_local as "issuedLocal", r.stamped_xml as xml
  from jsonb_to_recordset($2::jsonb) as g (position int, rfc text, total numeric)
  join cfdi r on r.org_id = $1 and r.counterparty_rfc = g.rfc and r.total = g.total
  where r.kind = 'payroll' and r.stage = 'stamped' and r.external_folio is not null
    and r.direction = 'issued' and r.status = 'valid' and r.stamped_xml is not null
    and not exists (select from stamp_attempts a where a.org_id = $1 and a.cfdi_id = r.id)
  order by g.position, r.id`;

/** Returns the valid imported receipts with the employee and the net of these receipts. */
export const importedReceipts = (
  tx: Transaction,
  receipts: readonly { position: number; rfc: string; total: string }[],
): Promise<ImportedReceipt[]> =>
  receipts.length === 0
    ? Promise.resolve([])
    : tx.rows<ImportedReceipt>(imported, [tx.organizationId, JSON.stringify(receipts)]);
