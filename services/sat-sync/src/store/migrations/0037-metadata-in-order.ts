import { Migration } from '@mikro-orm/migrations';

/**
 * An index in the order of the comparison, so that a comparison reads one range of it, whatever the
 * statistics of the table are. A comparison that began before the migration starts again.
 */
export class WalkMetadataInOrder extends Migration {
  override up(): void {
    this.addSql('drop index metadata_issued');
    this.addSql('create index metadata_issued on metadata (org_id, direction, issued_local, uuid)');
    this.addSql('alter table sync_sources drop compared_to');
    this.addSql(`alter table sync_sources add compared_to text not null default ''`);
  }

  override down(): void {
    this.addSql('drop index metadata_issued');
    this.addSql('create index metadata_issued on metadata (org_id, direction, issued_local)');
    this.addSql('alter table sync_sources drop compared_to');
    this.addSql(`alter table sync_sources
      add compared_to uuid not null default '00000000-0000-0000-0000-000000000000'`);
  }
}
