import type { collectionEvent, receivablePlan } from '@timbre/api';
import {
  instant,
  integer,
  json,
  number,
  object,
  resource,
  type Answer,
  type List,
} from '@timbre/kit';
import { isContact } from './contacts';

type Event = Answer<typeof collectionEvent>;
type Plan = Answer<typeof receivablePlan>;

/**
 * SQL that selects the status of the installment with alias `d` on the day `:today`, by the same
 * rule as `statusOf` in domain/plan.ts.
 */
const statusSql = (d: string) => `case
  when ${d}.covered >= ${d}.amount then 'paid' when ${d}.state <> 'live' then 'canceled'
  when ${d}.due_on < :today then 'overdue' when ${d}.covered > 0 then 'partially_paid'
  else 'pending' end`;

const amountsOf = (d: string) => ({
  amount: number(`${d}.amount`),
  covered: number(`${d}.covered`),
  open: number(`${d}.open`),
  status: statusSql(d),
});

const contactId = `case when ${isContact('r.contact')} then r.contact end`;

const eventResource = resource<Event>('event', 'dues', {
  eventId: `case when r.plan_id is null then r.document_ref
    else r.plan_id || ':' || r.number end`,
  // A database constraint allows only valid installment kinds in this column.
  kind: `case r.kind when 'undated' then 'due_date' else r.kind end` as never,
  documentRef: 'r.document_ref',
  customerId: `coalesce(${contactId}, 'unassigned')`,
  customerName: `coalesce((select c.legal_name from contacts c
      where c.org_id = r.org_id and c.id = (${contactId})::uuid),
    (select o.counterparty_name from documents o
      where o.org_id = r.org_id and o.ref = r.document_ref))`,
  planId: 'r.plan_id',
  installment: integer('r.number'),
  dueOn: 'r.due_on',
  currency: 'r.currency',
  ...amountsOf('r'),
});

/** The collection calendar, the earliest due date first. */
export const calendarList: List = {
  name: 'collection_calendar',
  resource: eventResource,
  dateColumn: 'r.due_on',
  order: { column: 'due_on', type: 'date' },
  isOldestFirst: true,
  only: `r.state <> 'ended'`,
};

/**
 * SQL conditions for each installment status on the day `:today`; `$1` is the name of the status.
 */
export const statusConditions: Readonly<Record<Event['status'], string>> = {
  pending: `$1::text is not null and r.open > 0 and r.covered = 0 and r.due_on >= :today`,
  partially_paid: `$1::text is not null and r.open > 0 and r.covered > 0 and r.due_on >= :today`,
  overdue: `$1::text is not null and r.open > 0 and r.due_on < :today`,
  paid: `$1::text is not null and r.covered >= r.amount`,
  canceled: `$1::text is not null and r.state = 'canceled' and r.covered < r.amount`,
};

const installment = object<Plan['installments'][number]>({
  number: integer('d.number'),
  dueOn: 'd.due_on',
  ...amountsOf('d'),
});

export const planResource = resource<Plan>('receivable plan', 'plans', {
  planId: 'r.id',
  documentRef: 'r.document_ref',
  customerId: 'r.customer_id',
  state: 'r.state',
  settlementTerms: json('r.settlement_terms'),
  plannedAt: instant('r.planned_at'),
  plannedBalance: number('r.planned_balance'),
  currency: 'r.currency',
  installments: json(`(select json_agg(${installment} order by d.number) from dues d
    where d.org_id = r.org_id and d.document_ref = r.document_ref and d.plan_id = r.id)`),
  replacedBy: 'r.replaced_by',
});
