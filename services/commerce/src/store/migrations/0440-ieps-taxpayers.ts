import { Migration } from '@mikro-orm/migrations';
import { tenantTable } from '@timbre/kit';

/** The facts of the fiscal profile that sales need, in the newest known version. */
const issuers = `create table issuers (
  org_id uuid not null,
  version int not null,
  ieps_taxpayer boolean not null,
  primary key (org_id)
)`;

export class KnowIssuers extends Migration {
  override up(): void {
    for (const sql of [issuers, ...tenantTable('issuers')]) this.addSql(sql);
  }

  override down(): void {
    this.addSql('drop table issuers');
  }
}
