import { Migration } from '@mikro-orm/migrations';

/** An index for the query, before every seal, of the documents that a draft replaces. */
export class IndexReplacements extends Migration {
  override up(): void {
    this.addSql(`create index cancellations_replacement on cancellations (org_id, replacement_id)
      where replacement_id is not null`);
  }

  override down(): void {
    this.addSql('drop index cancellations_replacement');
  }
}
