import { Migration } from '@mikro-orm/migrations';

/**
 * The version of the draft when it was made, which is compared at the stamp; null for earlier
 * drafts.
 */
export class KeepDraftVersions extends Migration {
  override up(): void {
    this.addSql('alter table payment_complements add column draft_version text');
  }

  override down(): void {
    this.addSql('alter table payment_complements drop column draft_version');
  }
}
