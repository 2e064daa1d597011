import { Migration } from '@mikro-orm/migrations';
import { tenantTable } from '@timbre/kit';

/**
 * The balances of an issued invoice in accounts' last event, which include payments without a
 * complement.
 */
const receivables = `create table receivables (
  org_id uuid not null,
  cfdi_id uuid not null,
  version int not null,
  uncertified numeric(24, 6) not null,
  needs_review boolean not null,
  plan_id uuid,
  settlement_terms jsonb,
  payment_due_date date,
  primary key (org_id, cfdi_id)
)`;

export class CreateReceivables extends Migration {
  override up(): void {
    for (const sql of [receivables, ...tenantTable('receivables')]) this.addSql(sql);
  }

  override down(): void {
    this.addSql('drop table receivables');
  }
}
