import { Migration } from '@mikro-orm/migrations';

/** The version of the draft as it was made, by which its stamp is judged; null of those from before. */
export class KeepDraftVersions extends Migration {
  override up(): void {
    this.addSql('alter table payment_complements add column draft_version text');
  }

  override down(): void {
    this.addSql('alter table payment_complements drop column draft_version');
  }
}
