import { Migration } from '@mikro-orm/migrations';
import { tenantTable } from '@timbre/kit';

/** Settlements that no longer count, with the reason; a row never changes. */
const reversals = `create table expense_settlement_reversals (
  org_id uuid not null,
  settlement_id uuid not null,
  reason text not null,
  request_key text not null,
  reversed_at timestamptz not null,
  primary key (org_id, settlement_id),
  foreign key (org_id, settlement_id) references expense_settlements (org_id, id)
)`;

export class ReverseSettlements extends Migration {
  override up(): void {
    const statements = [
      reversals,
      ...tenantTable('expense_settlement_reversals'),
      'revoke update, delete, truncate on expense_settlement_reversals from commerce_app',
    ];
    for (const sql of statements) this.addSql(sql);
  }

  override down(): void {
    this.addSql('drop table expense_settlement_reversals');
  }
}
