import { Migration } from '@mikro-orm/migrations';

/** The version that orders commerce's reports about the stock movements of a document. */
export class AddStockVersion extends Migration {
  override up(): void {
    this.addSql('alter table cfdi add column stock_version int not null default 0');
  }

  override down(): void {
    this.addSql('alter table cfdi drop column stock_version');
  }
}
