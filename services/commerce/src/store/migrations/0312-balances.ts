import { Migration } from '@mikro-orm/migrations';

/**
 * The balances of expenses and of sales on credit in accounts' last event, with the version of that
 * event.
 */
export class KeepBalances extends Migration {
  override up(): void {
    const statements = [
      `alter table expenses drop column settlement_state`,
      `alter table expenses
         add column paid_amount numeric(18, 2) not null default 0 check (paid_amount >= 0),
         add column paid_version int not null default 0,
         add column settlement_state text not null generated always as (case
           when settlement_mode = 'paid' or settled_amount + paid_amount >= total then 'settled'
           when settled_amount + paid_amount > 0 then 'partially_settled' else 'open' end) stored`,
      'create index expenses_state on expenses (org_id, settlement_state, id)',
      'alter table sales_receipts add column receivable_version int not null default 0',
    ];
    for (const sql of statements) this.addSql(sql);
  }

  override down(): void {
    const statements = [
      `alter table expenses drop column settlement_state`,
      `alter table expenses drop column paid_amount, drop column paid_version,
         add column settlement_state text not null generated always as (case
           when settlement_mode = 'paid' or settled_amount = total then 'settled'
           when settled_amount > 0 then 'partially_settled' else 'open' end) stored`,
      'create index expenses_state on expenses (org_id, settlement_state, id)',
      'alter table sales_receipts drop column receivable_version',
    ];
    for (const sql of statements) this.addSql(sql);
  }
}
