import { Migration } from '@mikro-orm/migrations';

/** What the rows of a preview warn of. */
export class WarnOfRows extends Migration {
  override up(): void {
    this.addSql(`alter table import_rows add column warnings jsonb not null default '[]'`);
  }

  override down(): void {
    this.addSql('alter table import_rows drop column warnings');
  }
}
