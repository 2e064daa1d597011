import { Migration } from '@mikro-orm/migrations';
import { tenantTable } from '@timbre/kit';

/** Declarations in the state of sat-sync's last event. */
const declarations = `create table declarations (
  org_id uuid not null,
  id uuid not null,
  version int not null,
  rfc text not null,
  fiscal_year int not null,
  declaration jsonb not null,
  told_at timestamptz not null,
  primary key (org_id, id)
)`;

const taxProfiles = `create table tax_profiles (
  org_id uuid not null,
  rfc text not null,
  version int not null,
  operations_started_on date,
  obligations text[] not null,
  primary key (org_id, rfc)
)`;

export class CreateTaxes extends Migration {
  override up(): void {
    const statements = [
      declarations,
      'create index declarations_year on declarations (org_id, rfc, fiscal_year)',
      taxProfiles,
      ...['declarations', 'tax_profiles'].flatMap(tenantTable),
    ];
    for (const sql of statements) this.addSql(sql);
  }

  override down(): void {
    for (const table of ['tax_profiles', 'declarations']) this.addSql(`drop table ${table}`);
  }
}
