import { Migration } from '@mikro-orm/migrations';

/**
 * An index of the few documents that replace others, so that a search for them does not read all
 * documents of the organization.
 */
export class IndexReplacingDocuments extends Migration {
  override up(): void {
    this.addSql(`create index documents_replacing on documents (org_id) where replaces <> '{}'`);
  }

  override down(): void {
    this.addSql('drop index documents_replacing');
  }
}
