import { Migration } from '@mikro-orm/migrations';

/**
 * Documents of sales receipts, one for each key of commerce, and the stock movements of documents.
 */
export class AddReceiptDocuments extends Migration {
  override up(): void {
    this.addSql('alter table cfdi add column origin jsonb, add column inventory_impact jsonb');
    this.addSql(
      `create unique index cfdi_origin on cfdi (org_id, (origin->>'key')) where origin is not null`,
    );
  }

  override down(): void {
    this.addSql('alter table cfdi drop column origin, drop column inventory_impact');
  }
}
