import type { accounts } from '@timbre/contract';
import { messageOf, type Reader } from '@timbre/kit';
import { formCode } from './balance-events';

/**
 * The maximum number of transactions of each kind whose sales are returned. The events of older
 * transactions have already arrived.
 */
const movesMax = 500;
/** The maximum number of sales in one response. */
const salesMax = 5_000;

/**
 * Reads the references of the sales whose balances were changed last by payments, applied credit or
 * reversals.
 */
export async function salesMovedLast(read: Reader): Promise<string[]> {
  const rows = await read.rows<{ ref: string }>(
    `with moves as materialized (select t.id
       from unnest(array['payment', 'credit_application', 'reversal']) k (kind)
       cross join lateral (select t.id from transactions t
         where t.org_id = :org and t.kind = k.kind order by t.id desc limit ${movesMax}) t),
     paid as materialized (select m.id from moves m
       union select v.reversed from reversals v
         where v.org_id = :org and v.transaction_id = any(array(select id from moves)))
     select distinct d.ref from applications a
     join documents d on d.org_id = a.org_id and d.family = a.family
     where a.org_id = :org and a.payment_id = any(array(select id from paid))
       and d.ref like 'sales_receipt:%' limit ${salesMax}`,
    [],
  );
  return rows.map(({ ref }) => ref);
}

type Row = Pick<accounts.OwedSale, 'documentRef' | 'version' | 'open'> & {
  planId: string | null;
  formCode: string | null;
};

/**
 * Reads the open balances of the given sales in the format of balance events; unknown sales are
 * left out.
 */
export async function owedSales(read: Reader, refs: string[]): Promise<accounts.OwedSale[]> {
  const rows = await read.rows<Row>(
    `select d.ref as "documentRef", d.standing_version as version, trim_scale(d.open)::text as open,
       p.id as "planId", ${formCode} as "formCode"
     from documents d left join plans p on p.org_id = d.org_id and p.document_ref = d.ref
       and p.state in ('active', 'completed')
     where d.org_id = :org and d.ref = any($2::text[]) and d.family is not null
       and d.ref like 'sales_receipt:%' order by d.ref`,
    [refs],
  );
  return rows.map((row) => messageOf<accounts.OwedSale>(row));
}
