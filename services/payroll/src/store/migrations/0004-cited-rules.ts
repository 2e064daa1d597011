import { Migration } from '@mikro-orm/migrations';
import { tenantTable } from '@timbre/kit';

/** Lists of rules are kept once; rows of before carry their own in their explanation. */
const citedRules = `create table cited_rules (
  id uuid not null,
  org_id uuid not null,
  rules jsonb not null,
  primary key (org_id, id)
)`;

export class CiteRules extends Migration {
  override up(): void {
    const statements = [
      citedRules,
      ...tenantTable('cited_rules'),
      'alter table payroll_rows add column cited_rules uuid',
      // How many lanes of a calculation are not at their end yet.
      'alter table payroll_runs add column lanes_left int not null default 0',
    ];
    for (const sql of statements) this.addSql(sql);
  }

  override down(): void {
    this.addSql('alter table payroll_runs drop column lanes_left');
    this.addSql('alter table payroll_rows drop column cited_rules');
    this.addSql('drop table cited_rules');
  }
}
