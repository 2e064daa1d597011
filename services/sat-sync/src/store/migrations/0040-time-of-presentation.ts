import { Migration } from '@mikro-orm/migrations';

/**
 * The time at which a declaration was presented sorts the filings of a day; null if the row does
 * not show it.
 */
export class KeepTimeOfPresentation extends Migration {
  override up(): void {
    this.addSql('alter table declarations add filed_local_date_time text');
  }

  override down(): void {
    this.addSql('alter table declarations drop filed_local_date_time');
  }
}
