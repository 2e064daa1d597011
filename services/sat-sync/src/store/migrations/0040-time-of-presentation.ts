import { Migration } from '@mikro-orm/migrations';

/** The time at which a declaration was presented orders the filings of a day; a row may not tell it. */
export class KeepTimeOfPresentation extends Migration {
  override up(): void {
    this.addSql('alter table declarations add filed_local_date_time text');
  }

  override down(): void {
    this.addSql('alter table declarations drop filed_local_date_time');
  }
}
