import { Migration } from '@mikro-orm/migrations';
import { tenantTable } from '@timbre/kit';

/**
 * `fiscal` is the balance by fiscal documents, `uncertified` is recorded money that waits for its
 * complement, and `open` is the effective balance. `spent` is credit of the document that was used
 * elsewhere and is now missing. `standing_version` counts the changes of `fiscal`, `uncertified`
 * and `open`. `next_due_on` is the due date of the oldest open installment of the plan.
 */
const documentColumns = `alter table documents
  add column uuid uuid,
  add column folio text,
  add column counterparty_name text,
  add column due_on date,
  add column next_due_on date,
  add column terms jsonb,
  add column exchange_rate numeric(24, 6),
  add column replaces uuid[] not null default '{}',
  add column is_covered boolean not null default false,
  add column owed_by text,
  add column spent numeric(24, 6) not null default 0,
  add column remaining numeric(24, 6) not null default 0,
  add column fiscal numeric(24, 6) not null default 0,
  add column uncertified numeric(24, 6) not null default 0,
  add column open numeric(24, 6) generated always as (fiscal - uncertified) stored,
  add column needs_review boolean not null default false,
  add column standing_version int not null default 0,
  add constraint documents_standing check (uncertified >= 0 and uncertified <= fiscal)`;

/** Payments recorded by this service; each has the identifier of its transaction. */
const payments = `create table payments (
  org_id uuid not null,
  id uuid not null,
  side text not null check (side in ('receivable', 'payable')),
  contact text not null,
  currency text not null,
  amount numeric(24, 6) not null check (amount > 0),
  source text not null check (source in ('money', 'credit')),
  form_code text,
  paid_on date not null,
  reference text,
  beside uuid,
  primary key (org_id, id)
)`;

/** The part of a payment that was applied to a document. */
const applications = `create table applications (
  org_id uuid not null,
  payment_id uuid not null,
  family text not null,
  document_ref text not null,
  amount numeric(24, 6) not null check (amount > 0),
  primary key (org_id, payment_id, family),
  foreign key (org_id, payment_id) references payments (org_id, id)
)`;

/** The payment that a complement certifies; null for money that was not recorded. */
const certifications = `create table certifications (
  org_id uuid not null,
  complement text not null,
  family text not null,
  payment_id uuid,
  amount numeric(24, 6) not null check (amount > 0 or payment_id is null),
  unique nulls not distinct (org_id, family, complement, payment_id)
)`;

/** Reversed transactions; the key allows only one reversal of each transaction. */
const reversals = `create table reversals (
  org_id uuid not null,
  reversed uuid not null,
  transaction_id uuid not null,
  reason text not null,
  primary key (org_id, reversed),
  unique (org_id, transaction_id)
)`;

/** Customers and suppliers in the state of commerce's last event. */
const contacts = `create table contacts (
  org_id uuid not null,
  id uuid not null,
  version int not null,
  kind text not null,
  rfc text,
  legal_name text,
  default_term_days int,
  deleted boolean not null,
  primary key (org_id, id)
)`;

const kinds = `alter table transactions drop constraint transactions_kind_check,
  add constraint transactions_kind_check check (kind in ('invoice', 'cancellation', 'complement',
    'credit_note', 'expense', 'settlement', 'payment', 'credit_application', 'receipt', 'refund',
    'reversal', 'assignment'))`;

const sides = `alter table balances drop constraint balances_sides,
  add constraint balances_sides check (case split_part(account, ':', 1)
    when 'receivable' then balance >= 0 when 'advance' then balance >= 0
    when 'uncertified_paid' then balance >= 0 when 'uncertified' then balance <= 0
    when 'payable' then balance <= 0 when 'credit' then balance <= 0 else false end)`;

const tables = ['payments', 'applications', 'certifications', 'reversals', 'contacts'];
const kept = ['payments', 'applications', 'certifications', 'reversals'];

export class AddPayments extends Migration {
  override up(): void {
    const statements = [
      documentColumns,
      'alter table documents drop constraint documents_role_check',
      `alter table documents add constraint documents_role_check check
        (role in ('invoice', 'complement', 'credit_note', 'expense', 'receipt'))`,
      'create index documents_uuid on documents (org_id, uuid)',
      'create index documents_owed_by on documents (org_id, owed_by) where owed_by is not null',
      'create index documents_open on documents (org_id, side, contact, currency) where open > 0',
      'create index documents_contact on documents (org_id, side, contact) where family is not null',
      'alter table claims drop constraint claims_kind_check',
      `alter table claims add constraint claims_kind_check check
        (kind in ('payment', 'credit', 'uncertain', 'cash_back'))`,
      'alter table claims drop constraint claims_pkey',
      'alter table claims add primary key (org_id, ref, family, currency, kind)',
      kinds,
      sides,
      'alter table entries drop constraint entries_pkey',
      'alter table entries add primary key (org_id, transaction_id, family, account)',
      payments,
      'create index payments_contact on payments (org_id, contact, id)',
      'create unique index payments_beside on payments (org_id, beside) where beside is not null',
      applications,
      'create index applications_family on applications (org_id, family)',
      certifications,
      reversals,
      contacts,
      'create index contacts_rfc on contacts (org_id, rfc) where not deleted',
      ...tables.flatMap(tenantTable),
      `revoke update, delete, truncate on ${kept.join(', ')} from accounts_app`,
    ];
    for (const sql of statements) this.addSql(sql);
  }

  override down(): void {
    const tablesDown = ['certifications', 'applications', 'reversals', 'payments', 'contacts'];
    for (const table of tablesDown) this.addSql(`drop table ${table}`);
    this.addSql(`alter table documents
      drop uuid, drop folio, drop counterparty_name, drop due_on, drop next_due_on, drop terms, drop exchange_rate,
      drop replaces, drop is_covered, drop owed_by, drop spent, drop remaining, drop open,
      drop fiscal, drop uncertified, drop needs_review, drop standing_version`);
  }
}
