import { Migration } from '@mikro-orm/migrations';

/** An index for the newest invoices of an RFC that name no customer; most of them were imported. */
export class IndexInvoicesByRfc extends Migration {
  override up(): void {
    this.addSql(`create index cfdi_invoices_of_rfc on cfdi (org_id, counterparty_rfc, id)
      where customer_id is null and kind = 'income' and status <> 'draft'`);
  }

  override down(): void {
    this.addSql('drop index cfdi_invoices_of_rfc');
  }
}
