import { defineEntity, p, type InferEntity } from '@mikro-orm/postgresql';
import { Decimal, type SettlementTerms } from '@timbre/fiscal';
import { byName, columnsOf, type Transaction } from '@timbre/kit';
import type { PlanState } from '../domain/plan';

/** A payment plan of an invoice, without its installments. */
export const Plan = defineEntity({
  name: 'Plan',
  tableName: 'plans',
  properties: {
    planId: p.uuid().name('id').primary(),
    organizationId: p.uuid().name('org_id').primary(),
    version: p.integer(),
    documentRef: p.text(),
    customerId: p.uuid(),
    state: p.text().$type<PlanState>(),
    terms: p.json<SettlementTerms>().name('settlement_terms'),
    plannedAt: p.datetime(),
    /** The fiscal balance of the invoice when the plan was made. */
    balance: p.decimal().name('planned_balance'),
    currency: p.text(),
    replacedBy: p.uuid().nullable(),
  },
});

/** A stored plan; `plannedAt` is an RFC 3339 time in UTC. */
export type StoredPlan = Pick<
  InferEntity<typeof Plan>,
  'planId' | 'version' | 'documentRef' | 'customerId' | 'state' | 'terms' | 'balance' | 'currency'
> & { plannedAt: string; replacedBy: string | null };

export type PlanRow = Omit<StoredPlan, 'balance'> & { balance: Decimal };

const columns = `${columnsOf(Plan, 'plannedAt')}, instant(planned_at) as "plannedAt"`;

/** SQL that selects the plan in force of the document `$2` of the organization `$1`. */
export const livePlanSql = `select ${columns} from plans
  where org_id = $1 and document_ref = $2 and state in ('active', 'completed')`;

export const planOf = (row: StoredPlan): PlanRow => ({
  ...row,
  balance: Decimal.from(row.balance),
});

/** Whether the document has or had a payment plan. */
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

/**
 * Changes the state of a plan.
 * @returns the plan in the new state
 */
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
