import { Migration } from '@mikro-orm/migrations';
import { tenantTable } from '@timbre/kit';

/** With `folded_name`, "Papelería" and "papeleria" are the same name. */
const categories = `create table expense_categories (
  id uuid not null,
  org_id uuid not null,
  version int not null,
  name text not null,
  folded_name text not null,
  active boolean not null,
  code text,
  account_code text,
  search_text text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (org_id, id)
)`;

/** An organization has at most one row; the defaults apply to an organization without a row. */
const receiptSettings = `create table receipt_settings (
  id uuid not null,
  org_id uuid not null,
  version int not null default 1,
  fields jsonb not null default '[]',
  allow_negative_stock boolean not null default true,
  header text,
  footer text,
  self_invoicing_days int,
  default_periodicity text,
  updated_at timestamptz not null,
  primary key (org_id, id),
  check (id = org_id)
)`;

const tables = ['expense_categories', 'receipt_settings'];

export class CreateSettings extends Migration {
  override up(): void {
    const statements = [
      categories,
      'create unique index expense_categories_name on expense_categories (org_id, folded_name)',
      'create index expense_categories_active on expense_categories (org_id, active, id)',
      receiptSettings,
      ...tables.flatMap(tenantTable),
    ];
    for (const sql of statements) this.addSql(sql);
  }

  override down(): void {
    for (const table of tables) this.addSql(`drop table ${table}`);
  }
}
