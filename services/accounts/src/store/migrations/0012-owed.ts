import { Migration } from '@mikro-orm/migrations';

/** Indexes for the lists of customers, suppliers and their documents. */
export class IndexOwed extends Migration {
  override up(): void {
    const statements = [
      `alter table documents
         add column id uuid generated always as (split_part(ref, ':', 2)::uuid) stored`,
      `create index documents_owed on documents (org_id, side, contact, id)
         where family is not null and owed_by is null and not is_covered`,
      `create index documents_still_owed on documents (org_id, side, contact, id)
         where family is not null and owed_by is null and not is_covered and open > 0`,
      `create index documents_due on documents
         (org_id, side, contact, currency, coalesce(next_due_on, due_on, occurred_on))
         include (open) where open > 0`,
      `create index balances_credit on balances
         (org_id, split_part(account, ':', 1), split_part(account, ':', 2), currency)
         where balance <> 0 and split_part(account, ':', 3) = ''`,
    ];
    for (const sql of statements) this.addSql(sql);
  }

  override down(): void {
    this.addSql('drop index balances_credit');
    this.addSql('drop index documents_due');
    this.addSql('alter table documents drop column id');
  }
}
