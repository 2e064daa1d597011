import { Migration } from '@mikro-orm/migrations';
import { readableBySystem, tenantTable } from '@timbre/kit';

/**
 * The time zone of the fiscal profile's postal code; the organization's day begins at midnight in
 * this zone. The day until which due installments are announced; null before the first pass.
 */
const organizations = `create table organizations (
  org_id uuid not null,
  version int not null,
  zone text not null,
  announced_on date,
  primary key (org_id)
)`;

const plans = `create table plans (
  org_id uuid not null,
  id uuid not null,
  version int not null,
  document_ref text not null,
  customer_id uuid not null,
  state text not null
    check (state in ('active', 'completed', 'replaced', 'cleared', 'canceled')),
  settlement_terms jsonb not null,
  planned_at timestamptz not null,
  planned_balance numeric(24, 6) not null,
  currency text not null,
  replaced_by uuid,
  primary key (org_id, id)
)`;

/**
 * The amounts that customers have to pay, with their due dates: the installments of plans, and one
 * row for each document without a plan, \`undated\` if the document has no due date. The \`open\`
 * amounts of a document add up to its open balance. Rows are never deleted; \`ended\` marks a row
 * of a replaced or cleared plan, or the row of a document that now has a plan.
 */
const dues = `create table dues (
  org_id uuid not null,
  id uuid not null,
  version int not null,
  kind text not null check (kind in ('installment', 'due_date', 'undated')),
  state text not null check (state in ('live', 'canceled', 'ended')),
  document_ref text not null,
  contact text not null,
  plan_id uuid,
  number int,
  due_on date not null,
  currency text not null,
  amount numeric(24, 6) not null,
  covered numeric(24, 6) not null check (covered between 0 and amount),
  open numeric(24, 6) not null check (open >= 0),
  announced text check (announced in ('due', 'overdue')),
  primary key (org_id, id),
  check (state = 'live' or open = 0),
  check (state <> 'live' or covered + open = amount),
  check ((kind = 'installment') = (plan_id is not null and number is not null))
)`;

const tables = ['organizations', 'plans', 'dues'];
const shown = `kind <> 'undated' and state <> 'ended'`;

export class CreatePlans extends Migration {
  override up(): void {
    const statements = [
      organizations,
      plans,
      `create unique index plans_live on plans (org_id, document_ref)
         where state in ('active', 'completed')`,
      'create index plans_document on plans (org_id, document_ref, id)',
      dues,
      `create unique index dues_installment on dues (org_id, plan_id, number)
         where kind = 'installment'`,
      `create unique index dues_of_document on dues (org_id, document_ref)
         where kind <> 'installment'`,
      'create index dues_document on dues (org_id, document_ref)',
      `create index dues_calendar on dues (org_id, due_on, id) where ${shown}`,
      `create index dues_customer on dues (org_id, contact, due_on, id) where ${shown}`,
      'create index dues_open on dues (org_id, due_on, id) where open > 0',
      `create index dues_aging on dues (org_id, contact, currency, due_on)
         include (open) where open > 0`,
      `create index dues_unannounced on dues (org_id, due_on)
         where open > 0 and kind <> 'undated' and announced is distinct from 'overdue'`,
      ...tables.flatMap(tenantTable),
      ...readableBySystem('accounts', 'organizations'),
    ];
    for (const sql of statements) this.addSql(sql);
  }

  override down(): void {
    for (const table of tables.toReversed()) this.addSql(`drop table ${table}`);
  }
}
