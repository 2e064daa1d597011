import { Migration } from '@mikro-orm/migrations';

/** The folio of a document that another system numbered; it may be any text. */
export class AddImports extends Migration {
  override up(): void {
    this.addSql('alter table cfdi add column external_folio text');
  }

  override down(): void {
    this.addSql('alter table cfdi drop column external_folio');
  }
}
