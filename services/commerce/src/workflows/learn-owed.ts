import type { commerce } from '@timbre/contract';
import { parseDocumentRef } from '@timbre/fiscal';
import { isIdentifier, type Transaction } from '@timbre/kit';

/**
 * The newest of several versions of a sale counts. Rows with news are locked in one order, and no
 * others.
 */
const storeOwed = `with told as (
    select distinct on (x.id) x.*
    from unnest($2::uuid[], $3::int[], $4::numeric[], $5::uuid[], $6::text[])
      x (id, version, open, plan_id, form)
    order by x.id, x.version desc),
  locked as materialized (select r.id from sales_receipts r join told on told.id = r.id
    where r.org_id = $1 and r.sale_type = 'credit' and r.receivable_version < told.version
    order by r.id for no key update of r)
  update sales_receipts r set operational_balance = told.open, receivable_plan_id = told.plan_id,
    receivable_version = told.version, paid_form = told.form
  from told join locked on locked.id = told.id
  where r.org_id = $1 and r.id = told.id and r.receivable_version < told.version`;

/**
 * Keeps what is owed of sales on credit, what paid them, and their plans, as accounts says it in events or to the gateway.
 * Documents that are no sales are left out.
 */
export async function learnOwed(
  tx: Transaction,
  documents: readonly commerce.OwedSale[],
): Promise<void> {
  const sales = documents.flatMap((owed) => {
    const id = parseDocumentRef(owed.documentRef, 'sales_receipt')?.id ?? '';
    return isIdentifier(id) ? [{ ...owed, id }] : [];
  });
  if (sales.length === 0) return;
  await tx.rows(storeOwed, [
    tx.organizationId,
    sales.map(({ id }) => id),
    sales.map(({ version }) => version),
    sales.map(({ open }) => open),
    sales.map(({ planId }) => planId ?? null),
    sales.map(({ formCode }) => formCode ?? null),
  ]);
}
