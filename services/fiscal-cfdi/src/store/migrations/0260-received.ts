import { Migration } from '@mikro-orm/migrations';

/**
 * An index for suggestions, which read the received invoices of some days, while most documents are
 * issued.
 */
export class IndexReceived extends Migration {
  override up(): void {
    this.addSql(`create index cfdi_received on cfdi (org_id, dated_on)
      where direction = 'received' and kind = 'income'`);
  }

  override down(): void {
    this.addSql('drop index cfdi_received');
  }
}
