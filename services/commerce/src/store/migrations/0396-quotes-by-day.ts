import { Migration } from '@mikro-orm/migrations';

/** An index that finds the quotes of some days without reading all others. */
export class FindQuotesByDay extends Migration {
  override up(): void {
    this.addSql('create index quotes_date on quotes (org_id, issue_date, id)');
  }

  override down(): void {
    this.addSql('drop index quotes_date');
  }
}
