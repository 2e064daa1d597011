import { Decimal, type SettlementTerms } from '@timbre/fiscal';
import { byName, type Transaction } from '@timbre/kit';
import type { PlanState } from '../domain/plan';

/** A plan, without its installments. */
export interface PlanRow {
  planId: string;
  version: number;
  documentRef: string;
  customerId: string;
  state: PlanState;
  terms: SettlementTerms;
  /** RFC 3339 in UTC. */
  plannedAt: string;
  /** The fiscal balance when it was planned. */
  balance: Decimal;
  currency: string;
  replacedBy: string | null;
}

const columns = `id as "planId", version, document_ref as "documentRef",
  customer_id as "customerId", state, settlement_terms as terms, instant(planned_at) as "plannedAt",
  planned_balance::text as balance, currency, replaced_by as "replacedBy"`;

export type StoredPlan = Omit<PlanRow, 'balance'> & { balance: string };

/** The plan that counts, of the document `$2` of the organization `$1`. */
export const livePlanSql = `select ${columns} from plans
  where org_id = $1 and document_ref = $2 and state in ('active', 'completed')`;

export const planOf = (row: StoredPlan): PlanRow => ({
  ...row,
  balance: Decimal.from(row.balance),
});

/** Whether the document had a plan at any time. */
export async function wasPlanned(tx: Transaction, ref: string): Promise<boolean> {
  const rows = await tx.rows(
    'select 1 from plans where org_id = $1 and document_ref = $2 limit 1',
    [tx.organizationId, ref],
  );
  return rows.length > 0;
}

export async function addPlan(tx: Transaction, plan: PlanRow): Promise<void> {
  const { planId, version, documentRef, customerId, state, terms, plannedAt, currency } = plan;
  await tx.rows(
    ...byName(
      `insert into plans (org_id, id, version, document_ref, customer_id, state, settlement_terms,
         planned_at, planned_balance, currency)
       values (:org, :planId, :version, :documentRef, :customerId, :state, :terms::jsonb,
         :plannedAt, :balance, :currency)`,
      {
        org: tx.organizationId,
        planId,
        version,
        documentRef,
        customerId,
        state,
        terms: JSON.stringify(terms),
        plannedAt,
        balance: plan.balance.toString(),
        currency,
      },
    ),
  );
}

/** Gives the plan another state. @returns the plan in it */
export async function movePlan(
  tx: Transaction,
  plan: PlanRow,
  state: PlanState,
  replacedBy: string | null = null,
): Promise<PlanRow> {
  const version = plan.version + 1;
  await tx.rows(
    `update plans set state = $3, replaced_by = $4, version = $5 where org_id = $1 and id = $2`,
    [tx.organizationId, plan.planId, state, replacedBy, version],
  );
  return { ...plan, version, state, replacedBy };
}
