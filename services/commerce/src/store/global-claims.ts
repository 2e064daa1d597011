import type { Transaction } from '@timbre/kit';
import type { SalesPeriod } from '../domain/sales-period';
import type { Skipped } from './receipt-documents';

/**
 * The maximum number of receipts in a global invoice. The XML of one receipt has 392 to 735 bytes
 * (with one to four tax rates), and the strictest PAC accepts documents up to 1 MB.
 */
const receiptsMax = 1_250;
/**
 * The maximum number of global invoices of one request, which together contain 50,000 receipts.
 * Further receipts stay open for the next request.
 */
export const documentsMax = 40;
/** The maximum number of skipped receipts in a response. */
const skippedMax = 1_000;

interface Asked {
  period: SalesPeriod;
  /** The location is null in an organization without locations. */
  locationId: string | null;
  /**
   * Whether the location also includes sales from the time before the first location was created.
   */
  isDefault: boolean;
  /** The receipts to which the request is limited; null for all receipts. */
  receiptIds: readonly string[] | null;
  /** The c_FormaPago code to which the request is limited; null for all payment forms. */
  paymentForm: string | null;
  /**
   * Whether receipts with a requested invoice are included, because the period ended more than a
   * day ago.
   */
  isDue: boolean;
}

/** The parameters of the statement as JSON. */
type AskedOnce = Omit<Asked, 'period' | 'receiptIds'> & Pick<SalesPeriod, 'startsOn' | 'endsOn'>;

export interface Claimed {
  /** The number of receipts of each document. */
  documents: Record<string, number>;
  skipped: Skipped[];
}

/** Returns SQL that reads a member of the statement's JSON parameter. */
const of = (member: keyof AskedOnce, type: string): string => `($4::jsonb->>'${member}')::${type}`;

/**
 * The query must not depend on the planner's estimates: tills may add thousands of rows before
 * PostgreSQL updates its statistics, and a join of these subqueries could then compare every pair
 * of receipts. Each part of the query is materialized for this reason.
 */
const claimed = `with asked as materialized (
     select r.id, r.folio, case
       when r.total <= r.refunded_total then 'zero_total'
       when r.sale_type = 'credit' and coalesce(r.operational_balance, r.total) > 0
         then 'unpaid_credit'
       when r.invoice_requested and not ${of('isDue', 'bool')} and $3::uuid[] is null then 'invoice_requested'
       when exists (select from receipt_claims c where c.org_id = r.org_id and c.receipt_id = r.id)
         then 'claimed'
       when exists (select from sales_receipt_lines l where l.org_id = r.org_id
         and l.receipt_id = r.id and jsonb_array_length(l.item->'withholdings') > 0)
         then 'withholding' end as reason
     from sales_receipts r
     where r.org_id = $1 and r.status = 'open' and r.sale_type <> 'courtesy'
       and r.business_date between ${of('startsOn', 'date')} and ${of('endsOn', 'date')}
       and (r.location_id = ${of('locationId', 'uuid')} or (${of('isDefault', 'bool')} and r.location_id is null))
       and ($3::uuid[] is null or r.id = any($3::uuid[]))
       and (${of('paymentForm', 'text')} is null or coalesce(r.payment_form, r.paid_form) = ${of('paymentForm', 'text')})),
   free as materialized (
     select r.id, r.folio from sales_receipts r
     where r.org_id = $1 and r.id = any(array(select a.id from asked a where a.reason is null
         order by length(a.folio), a.folio limit ${receiptsMax} * cardinality($2::uuid[])))
       and r.status = 'open' and r.total > r.refunded_total
     for update of r skip locked),
   placed as (
     select f.id, ($2::uuid[])[1 + (row_number() over (order by length(f.folio), f.folio) - 1)
       / ${receiptsMax}] as document_id from free f),
   claimed as (
     insert into receipt_claims (id, org_id, receipt_id, document_id, slot, state)
     select gen_random_uuid(), $1, p.id, p.document_id, 'sale', 'claimed' from placed p
     on conflict do nothing returning receipt_id, document_id)
   select
     (select json_object_agg(n.document_id, n.receipts) from (select c.document_id,
        count(*)::int as receipts from claimed c group by 1) n) as documents,
     (select json_agg(json_build_object('documentRef', 'sales_receipt:' || s.id,
        'reason', coalesce(s.reason, 'claimed'))) from (
        select a.id, a.folio, a.reason from asked a
        where a.id not in (select c.receipt_id from claimed c)
        union all select n.id, '', 'not_in_period' from unnest($3::uuid[]) as n (id)
        where n.id not in (select a.id from asked a)
        order by 2, 1 limit ${skippedMax}) s) as skipped`;

/**
 * Claims the open receipts of a period for global invoices, sorted by folio. A receipt that another
 * transaction has locked is skipped, so that this request does not wait.
 * @param documentIds are the global invoices to which the receipts are added, in order
 */
export async function claimForGlobal(
  tx: Transaction,
  documentIds: readonly string[],
  { period: { startsOn, endsOn }, receiptIds, ...rest }: Asked,
): Promise<Claimed> {
  const asked: AskedOnce = { ...rest, startsOn, endsOn };
  const [row] = await tx.bulk<{
    documents: Record<string, number> | null;
    skipped: Skipped[] | null;
  }>(claimed, [tx.organizationId, documentIds, receiptIds, JSON.stringify(asked)]);
  return { documents: row?.documents ?? {}, skipped: row?.skipped ?? [] };
}
