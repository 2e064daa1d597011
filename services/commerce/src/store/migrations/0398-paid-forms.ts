import { Migration } from '@mikro-orm/migrations';

/** c_FormaPago of what paid most of a sale on credit, as accounts said it last; its global invoice states it. */
export class KeepPaidForms extends Migration {
  override up(): void {
    this.addSql('alter table sales_receipts add column paid_form text');
  }

  override down(): void {
    this.addSql('alter table sales_receipts drop column paid_form');
  }
}
