import { Migration } from '@mikro-orm/migrations';

/** Orders what commerce says of the goods of a document. */
export class AddStockVersion extends Migration {
  override up(): void {
    this.addSql('alter table cfdi add column stock_version int not null default 0');
  }

  override down(): void {
    this.addSql('alter table cfdi drop column stock_version');
  }
}
