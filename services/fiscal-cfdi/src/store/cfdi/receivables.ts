import { defineEntity, p } from '@mikro-orm/postgresql';
import type { accounts } from '@timbre/contract';
import { recordValues, unnested, type Transaction, recordColumns } from '@timbre/kit';

/** The balances of an issued invoice, from the latest event of accounts. */
export const ReceivableRecord = defineEntity({
  name: 'ReceivableRecord',
  tableName: 'receivables',
  properties: {
    organizationId: p.uuid().name('org_id').primary(),
    cfdiId: p.uuid().primary(),
    version: p.integer(),
    uncertified: p.decimal(),
    needsReview: p.boolean(),
    planId: p.uuid().nullable(),
    settlementTerms: p.json<accounts.DocumentBalance['settlementTerms']>().nullable(),
    paymentDueDate: p.date().nullable(),
  },
});

/** The balances of an issued invoice, from the latest event of accounts. */
export type Receivable = { cfdiId: string } & Pick<
  accounts.DocumentBalance,
  'version' | 'uncertified' | 'needsReview' | 'planId' | 'settlementTerms' | 'paymentDueDate'
>;

const columns = recordColumns(ReceivableRecord, [
  'cfdiId',
  'version',
  'uncertified',
  'needsReview',
  'planId',
  'settlementTerms',
  'paymentDueDate',
]);

/** If several versions of an invoice arrive together, the statement stores only the newest version. */
const store = `insert into receivables (org_id, cfdi_id, version, uncertified, needs_review,
    plan_id, settlement_terms, payment_due_date)
  select distinct on (x."cfdiId") $1::uuid, x.* from ${unnested(columns, 2)}
  order by x."cfdiId", x.version desc
  on conflict (org_id, cfdi_id) do update set version = excluded.version,
    uncertified = excluded.uncertified, needs_review = excluded.needs_review,
    plan_id = excluded.plan_id, settlement_terms = excluded.settlement_terms,
    payment_due_date = excluded.payment_due_date
  where receivables.version < excluded.version`;

/**
 * Stores the balances of issued invoices from events of accounts, unless a newer version is already stored.
 */
export async function storeReceivables(
  tx: Transaction,
  receivables: readonly Receivable[],
): Promise<void> {
  if (receivables.length === 0) return;
  await tx.rows(store, [tx.organizationId, ...recordValues(columns, receivables)]);
}
