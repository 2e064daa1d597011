import { Migration } from '@mikro-orm/migrations';

/** The cost of the goods of a line. The cost of earlier lines is unknown. */
export class KeepLineCosts extends Migration {
  override up(): void {
    this.addSql('alter table sales_receipt_lines add column unit_cost numeric(18, 6)');
  }

  override down(): void {
    this.addSql('alter table sales_receipt_lines drop column unit_cost');
  }
}
