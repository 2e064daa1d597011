import { Migration } from '@mikro-orm/migrations';

/** Every seal asks what the document replaces. */
export class IndexReplacements extends Migration {
  override up(): void {
    this.addSql(`create index cancellations_replacement on cancellations (org_id, replacement_id)
      where replacement_id is not null`);
  }

  override down(): void {
    this.addSql('drop index cancellations_replacement');
  }
}
