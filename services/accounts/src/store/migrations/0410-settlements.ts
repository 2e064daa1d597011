import { Migration } from '@mikro-orm/migrations';
import { tenantTable } from '@timbre/kit';

/** The transaction that posted a settlement of an expense; the row never changes. */
const settlements = `create table settlement_postings (
  org_id uuid not null,
  settlement_id uuid not null,
  transaction_id uuid not null,
  primary key (org_id, settlement_id)
)`;

export class KeepSettlements extends Migration {
  override up(): void {
    const statements = [
      settlements,
      'create index settlement_postings_transaction on settlement_postings (org_id, transaction_id)',
      ...tenantTable('settlement_postings'),
      'revoke update, delete, truncate on settlement_postings from accounts_app',
    ];
    for (const sql of statements) this.addSql(sql);
  }

  override down(): void {
    this.addSql('drop table settlement_postings');
  }
}
