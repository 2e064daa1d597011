import { Migration } from '@mikro-orm/migrations';
import { tenantTable } from '@timbre/kit';

/** Actions that count against the daily amount, by credential and its predecessors. */
const uses = `create table limit_uses (
  id uuid not null,
  org_id uuid not null,
  budget_id uuid not null,
  operation text not null,
  key text not null,
  fingerprint bytea not null,
  day date not null,
  amount numeric not null,
  state text not null check (state in ('reserved', 'done', 'released')),
  created_at timestamptz not null,
  primary key (org_id, id),
  unique (org_id, budget_id, operation, key, fingerprint)
)`;

/**
 * Amounts in `limits` are decimal text. `budget_id`: a credential that replaces another credential
 * has the budget of that credential.
 */
export class AddCredentialLimits extends Migration {
  override up(): void {
    const statements = [
      'alter table credentials add limits jsonb, add budget_id uuid',
      'update credentials set budget_id = id',
      'alter table credentials alter budget_id set not null',
      'create index credentials_budget on credentials (org_id, budget_id)',
      uses,
      'create index limit_uses_day on limit_uses (org_id, day, budget_id)',
      'create index limit_uses_age on limit_uses (created_at)',
      ...tenantTable('limit_uses'),
      'grant select, delete on limit_uses to gateway_system',
      'create policy retention on limit_uses to gateway_system using (true)',
    ];
    for (const sql of statements) this.addSql(sql);
  }

  override down(): void {
    this.addSql('drop table limit_uses');
    this.addSql('alter table credentials drop limits, drop budget_id');
  }
}
