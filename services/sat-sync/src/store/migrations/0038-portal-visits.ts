import { Migration } from '@mikro-orm/migrations';
import { tenantTable } from '@timbre/kit';

/** Who is at the SAT's portals with the organization's FIEL, and until when it is believed to be. */
const visits = `create table portal_visits (
  org_id uuid not null primary key,
  visitor uuid not null,
  until timestamptz not null
)`;

export class VisitPortalsInTurn extends Migration {
  override up(): void {
    for (const sql of [visits, ...tenantTable('portal_visits')]) this.addSql(sql);
  }

  override down(): void {
    this.addSql('drop table portal_visits');
  }
}
