import { Migration } from '@mikro-orm/migrations';
import { tenantTable } from '@timbre/kit';

/**
 * The part of a refund that was paid back as money, by the open item that had collected the money;
 * it is decided once, when the refund is posted. A refund that paid back no money has a row of 0.
 */
const moneyBack = `create table money_back (
  org_id uuid not null,
  refund text not null,
  family text not null,
  amount numeric(24, 6) not null check (amount >= 0),
  primary key (org_id, refund, family)
)`;

/**
 * For earlier refunds, the migration takes the amount that was paid back from their transactions. A
 * refund that was posted after an invoice took over its receipt has no transaction, although its
 * money was paid back; a rebuild decides its amount.
 */
const known = `insert into money_back (org_id, refund, family, amount)
  select c.org_id, c.ref, c.family, greatest(0, coalesce(-(select sum(e.amount) from transactions t
      join entries e on e.org_id = t.org_id and e.transaction_id = t.id and e.account = 'collected'
      where t.org_id = c.org_id and t.kind = 'refund' and t.document_ref = c.ref), 0))
  from claims c join documents d on d.org_id = c.org_id and d.family = c.family
  where c.kind = 'cash_back' and (exists (select 1 from transactions t where t.org_id = c.org_id
      and t.kind = 'refund' and t.document_ref = c.ref) or not exists (select 1 from documents i
      where i.org_id = d.org_id and i.ref = d.owed_by and i.is_valid and i.is_deferred))`;

const allow = (kinds: string) => `alter table claims drop constraint claims_kind_check,
  add constraint claims_kind_check check (kind in (${kinds}))`;

export class KeepMoneyBack extends Migration {
  override up(): void {
    const statements = [
      moneyBack,
      known,
      `delete from claims where kind = 'cash_back'`,
      allow(`'payment', 'credit', 'uncertain'`),
      'create index money_back_family on money_back (org_id, family)',
      ...tenantTable('money_back'),
      'revoke update, delete, truncate on money_back from accounts_app',
    ];
    for (const sql of statements) this.addSql(sql);
  }

  override down(): void {
    this.addSql(allow(`'payment', 'credit', 'uncertain', 'cash_back'`));
    this.addSql('drop table money_back');
  }
}
