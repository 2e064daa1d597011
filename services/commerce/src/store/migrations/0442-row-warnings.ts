import { Migration } from '@mikro-orm/migrations';

/** The warnings about the rows of a preview. */
export class WarnOfRows extends Migration {
  override up(): void {
    this.addSql(`alter table import_rows add column warnings jsonb not null default '[]'`);
  }

  override down(): void {
    this.addSql('alter table import_rows drop column warnings');
  }
}
