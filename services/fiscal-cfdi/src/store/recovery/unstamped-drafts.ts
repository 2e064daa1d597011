import { byName, onlyRow, type Transaction } from '@timbre/kit';
import { isOpenSql } from '../stamping/stamp-attempts';

/**
 * The maximum number of drafts that are compared with one stamped document. A document with more equal
 * drafts is compared with the oldest.
 */
export const candidatesMax = 50;

/** The values of a stamped CFDI by which its draft is searched. */
export interface Sought {
  kind: string;
  rfc: string;
  total: string;
  /** The SAT attribute Serie. */
  series: string | null;
  /** The SAT attribute Folio. */
  folio: string | null;
  /** The text of `markOf` (domain/recovery/same-document.ts). */
  mark: string | null;
}

// Drafts that are being stamped now are excluded, because their stamp has another seal.
const isNotBeingStamped = `not exists (select from stamp_attempts a
    where a.org_id = r.org_id and a.cfdi_id = r.id and a.${isOpenSql})`;

// The draft of the folio itself comes first.
const cfdiLike = `select r.id::text as id from cfdi r
  where r.org_id = :org and r.status = 'draft' and r.kind = :kind and r.counterparty_rfc = :rfc
    and r.total = :total::numeric and (r.series is null or r.series = :series::text)
    and (r.folio is null or r.folio::text = :folio::text)
    and case r.kind when 'payment_complement' then lower(r.paid_documents->0->>'uuid')
      when 'payroll' then r.payroll->>'paidOn'
      else r.items->0->>'description' end is not distinct from :mark::text
    and ${isNotBeingStamped}
  order by r.folio nulls last, r.id limit ${candidatesMax}`;

/** Returns the CFDI drafts that may be the draft of a stamped CFDI, without locking them. */
export const cfdiDraftsLike = (tx: Transaction, sought: Sought): Promise<{ id: string }[]> =>
  tx.rows(...byName(cfdiLike, { org: tx.organizationId, ...sought }));

const withholdingsLike = `select r.id::text as id from withholdings r
  where r.org_id = $1 and r.status = 'draft' and r.total = $2::numeric
    and (r.series is null or starts_with($3, r.series))
    and (r.folio is null or concat(r.series, r.folio) = $3)
    and ${isNotBeingStamped}
  order by r.folio nulls last, r.id limit ${candidatesMax}`;

/** Like `cfdiDraftsLike`, for a stamped withholding document with the given FolioInt. */
export const withholdingDraftsLike = (
  tx: Transaction,
  { total, folioInt }: { total: string; folioInt: string | null },
): Promise<{ id: string }[]> =>
  tx.rows(withholdingsLike, [tx.organizationId, total, folioInt ?? '']);

/** Returns whether no document of the series has this folio. */
export async function isFolioFree(
  tx: Transaction,
  { table }: { table: 'cfdi' | 'withholdings' },
  seriesId: string,
  folio: number,
): Promise<boolean> {
  const rows = await tx.rows(
    table === 'cfdi'
      ? 'select 1 from cfdi where org_id = $1 and series_id = $2 and folio = $3'
      : 'select 1 from withholdings where org_id = $1 and series_id = $2 and folio = $3',
    [tx.organizationId, seriesId, folio],
  );
  return rows.length === 0;
}

/** Counts the drafts of an organization that were never sealed, or whose seal was not stamped. */
export async function countDrafts(tx: Transaction): Promise<number> {
  const rows = await tx.rows<{ count: number }>(
    `select ((select count(*) from cfdi where org_id = $1 and status = 'draft')
       + (select count(*) from withholdings where org_id = $1 and status = 'draft'))::int as count`,
    [tx.organizationId],
  );
  return onlyRow(rows).count;
}
