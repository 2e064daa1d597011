import { Migration } from '@mikro-orm/migrations';
import { tenantTable } from '@timbre/kit';

/**
 * Rows of accounts that are no longer used remain, because documents are pinned to them by name.
 */
const accounts = `create table pac_accounts (
  id uuid not null,
  org_id uuid not null,
  version int not null,
  name text not null,
  kind text not null check (kind in ('sw', 'finkok')),
  base_url text not null,
  api_url text,
  position int,
  secret_id uuid not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (org_id, id),
  foreign key (org_id, secret_id) references secrets (org_id, id) deferrable initially deferred
)`;

export class CreatePacAccounts extends Migration {
  override up(): void {
    const statements = [
      accounts,
      'create unique index pac_accounts_name on pac_accounts (org_id, name)',
      ...tenantTable('pac_accounts'),
    ];
    for (const sql of statements) this.addSql(sql);
  }

  override down(): void {
    this.addSql('drop table pac_accounts');
  }
}
