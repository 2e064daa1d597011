import { Migration } from '@mikro-orm/migrations';

/**
 * An index for the documents of a contact that changed last. Most sales name no customer and are
 * not in this index.
 */
export class FindChangedLast extends Migration {
  override up(): void {
    this
      .addSql(`create index sales_receipts_changed on sales_receipts (org_id, customer_id, updated_at)
      where customer_id is not null`);
    this.addSql(`create index expenses_changed on expenses (org_id, supplier_id, updated_at)
      where supplier_id is not null`);
  }

  override down(): void {
    this.addSql('drop index sales_receipts_changed');
    this.addSql('drop index expenses_changed');
  }
}
