import { Migration } from '@mikro-orm/migrations';
import { tenantTable } from '@timbre/kit';

/** Lists of rules are stored once; earlier rows have their own list in their explanation. */
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
      // The number of partitions of a calculation that have not ended yet.
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
