import { Migration } from '@mikro-orm/migrations';

/**
 * The c_FormaPago of the largest payment of a sale on credit, from accounts' last event; the global
 * invoice of the sale states it.
 */
export class KeepPaidForms extends Migration {
  override up(): void {
    this.addSql('alter table sales_receipts add column paid_form text');
  }

  override down(): void {
    this.addSql('alter table sales_receipts drop column paid_form');
  }
}
