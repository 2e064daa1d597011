import { Migration } from '@mikro-orm/migrations';

/** Probable mistakes of a draft, found when it was last saved. */
export class AddWarnings extends Migration {
  override up(): void {
    this.addSql('alter table cfdi add column warnings jsonb');
  }

  override down(): void {
    this.addSql('alter table cfdi drop column warnings');
  }
}
