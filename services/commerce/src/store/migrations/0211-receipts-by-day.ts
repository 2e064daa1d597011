import { Migration } from '@mikro-orm/migrations';

/**
 * Receipts are listed by their business date. `is_stocked` means that the line took goods from the
 * stock.
 */
export class ListReceiptsByDay extends Migration {
  override up(): void {
    this.addSql('drop index sales_receipts_status');
    this.addSql(
      'create index sales_receipts_status on sales_receipts (org_id, status, business_date, id)',
    );
    this.addSql('alter table sales_receipt_lines add is_stocked boolean not null default false');
  }

  override down(): void {
    this.addSql('drop index sales_receipts_status');
    this.addSql('create index sales_receipts_status on sales_receipts (org_id, status, id)');
    this.addSql('alter table sales_receipt_lines drop is_stocked');
  }
}
