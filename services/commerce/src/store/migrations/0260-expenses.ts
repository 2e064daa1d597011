import { Migration } from '@mikro-orm/migrations';
import { tenantTable } from '@timbre/kit';

/**
 * Amounts are pesos. The names of category, supplier and location are stored as they were when the
 * expense was recorded.
 */
const expenses = `create table expenses (
  id uuid not null,
  org_id uuid not null,
  version int not null,
  description text not null,
  category_id uuid not null,
  category_name text not null,
  settlement_mode text not null check (settlement_mode in ('credit', 'paid')),
  payment_form text not null,
  total numeric(18, 2) not null check (total > 0),
  settled_amount numeric(18, 2) not null,
  settlement_state text not null generated always as (case
    when settlement_mode = 'paid' or settled_amount = total then 'settled'
    when settled_amount > 0 then 'partially_settled' else 'open' end) stored,
  supplier_id uuid,
  supplier_name text,
  location_id uuid,
  location_name text,
  occurred_at timestamptz not null,
  business_date date not null,
  due_on date,
  notes text,
  cfdi_id uuid,
  cfdi_uuid uuid,
  cfdi_difference numeric(18, 2),
  cfdi_canceled boolean not null,
  warnings jsonb,
  search_text text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (org_id, id),
  foreign key (org_id, category_id) references expense_categories (org_id, id),
  constraint expenses_settled check (settled_amount between 0 and total),
  check (settlement_mode = 'paid' or supplier_id is not null)
)`;

/** Settlements of expenses on credit; a row never changes. */
const settlements = `create table expense_settlements (
  id uuid not null,
  org_id uuid not null,
  expense_id uuid not null,
  amount numeric(18, 2) not null check (amount > 0),
  paid_on date not null,
  payment_form text not null,
  reference text,
  recorded_at timestamptz not null,
  primary key (org_id, id),
  foreign key (org_id, expense_id) references expenses (org_id, id)
)`;

export class CreateExpenses extends Migration {
  override up(): void {
    const statements = [
      expenses,
      `create unique index expenses_cfdi on expenses (org_id, cfdi_id) where cfdi_id is not null`,
      'create index expenses_date on expenses (org_id, business_date, id)',
      'create index expenses_category on expenses (org_id, category_id, id)',
      'create index expenses_supplier on expenses (org_id, supplier_id, id)',
      'create index expenses_location on expenses (org_id, location_id, id)',
      'create index expenses_state on expenses (org_id, settlement_state, id)',
      'create index expenses_supported on expenses (org_id, (cfdi_id is not null), id)',
      settlements,
      'create index expense_settlements_expense on expense_settlements (org_id, expense_id, id)',
      ...['expenses', 'expense_settlements'].flatMap(tenantTable),
      'revoke update, delete, truncate on expense_settlements from commerce_app',
    ];
    for (const sql of statements) this.addSql(sql);
  }

  override down(): void {
    this.addSql('drop table expense_settlements');
    this.addSql('drop table expenses');
  }
}
