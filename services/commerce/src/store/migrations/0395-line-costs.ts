import { Migration } from '@mikro-orm/migrations';

/** What the goods of a line had cost. Nobody knows it of the lines until now. */
export class KeepLineCosts extends Migration {
  override up(): void {
    this.addSql('alter table sales_receipt_lines add column unit_cost numeric(18, 6)');
  }

  override down(): void {
    this.addSql('alter table sales_receipt_lines drop column unit_cost');
  }
}
