import type { Transaction } from '@timbre/kit';

/** The values of an issued CFDI by which its draft is found. */
interface IssuedStamp {
  selloHash: Buffer;
  kind: string;
  counterpartyRfc: string | null;
  total: string;
  series: string | null;
  folio: string | null;
  /** When the PAC stamped the document. */
  stampedAt: Date;
}

/** A draft that may have become an issued CFDI. */
export interface StampedDraft {
  /** The place of the CFDI in the given list. */
  position: number;
  id: string;
  /** The series and folio of the CFDI, as numbers of the organization's own series. */
  seriesId: string;
  folio: string;
  /** Whether the draft has the seal of the CFDI. Otherwise its content decides. */
  isSealed: boolean;
}

const found = `with given as materialized (
    select g.*, decode(g.sello, 'hex') as hash, s.id as series_id, s.is_default
    from jsonb_to_recordset($2::jsonb) as g (position int, sello text, kind text, rfc text, total numeric,
      series text, folio text, stamped timestamptz)
    join series s on s.org_id = $1 and s.kind = g.kind and s.code = g.series
  )
  select g.position, r.id::text as id, g.series_id::text as "seriesId", g.folio,
    true as "isSealed"
  from given g join cfdi r on r.sello_hash = g.hash
  where r.org_id = $1 and r.status = 'draft'
  union all
  select g.position, r.id::text, g.series_id::text, g.folio, false
  from given g join cfdi r on r.org_id = $1 and r.kind = g.kind and r.counterparty_rfc = g.rfc
    and r.total = g.total
  where r.stage in ('draft', 'rejected') and r.direction = 'issued' and r.created_at <= g.stamped
    and r.sello_hash is distinct from g.hash
    and case when r.folio is null then r.series_id = g.series_id or (r.series_id is null and g.is_default)
      else r.series_id = g.series_id and r.folio::text = g.folio end
  order by position, "isSealed" desc, id`;

/**
 * Returns the drafts that may have become these issued CFDI: drafts with the seal of a CFDI, and drafts with its
 * receiver, total and series that are older than its stamp. A CFDI without a whole number as folio, or of a series
 * that the organization does not have, was not drafted here.
 */
export async function stampedDrafts(
  tx: Transaction,
  issued: readonly (IssuedStamp & { position: number })[],
): Promise<StampedDraft[]> {
  const numbered = issued.flatMap(({ selloHash, counterpartyRfc, stampedAt, ...stamp }) =>
    /^[1-9]\d{0,11}$/.test(stamp.folio ?? '')
      ? [{ ...stamp, sello: selloHash.toString('hex'), rfc: counterpartyRfc, stamped: stampedAt }]
      : [],
  );
  if (numbered.length === 0) return [];
  return tx.rows<StampedDraft>(found, [tx.organizationId, JSON.stringify(numbered)]);
}
