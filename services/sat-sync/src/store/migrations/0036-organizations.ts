import { Migration } from '@mikro-orm/migrations';
import { tenantTable } from '@timbre/kit';

/** The status of organizations, as the gateway announced it last. */
const organizations = `create table organizations (
  org_id uuid primary key,
  version int not null,
  status text not null
)`;

export class KnowOrganizations extends Migration {
  override up(): void {
    for (const sql of [organizations, ...tenantTable('organizations')]) this.addSql(sql);
  }

  override down(): void {
    this.addSql('drop table organizations');
  }
}
