import { Migration } from '@mikro-orm/migrations';
import { tenantTable } from '@timbre/kit';

/**
 * The visitor that uses the organization's FIEL at the SAT's portals, and the time at which its
 * turn expires.
 */
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
