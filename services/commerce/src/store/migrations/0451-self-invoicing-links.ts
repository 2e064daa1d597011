import { Migration } from '@mikro-orm/migrations';

/** Whether receipts come with the link for self-invoicing. */
export class ChooseSelfInvoicingLinks extends Migration {
  override up(): void {
    this.addSql(
      'alter table receipt_settings add column self_invoicing_links boolean not null default true',
    );
  }

  override down(): void {
    this.addSql('alter table receipt_settings drop column self_invoicing_links');
  }
}
