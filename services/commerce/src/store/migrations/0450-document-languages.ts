import { Migration } from '@mikro-orm/migrations';

/** The language of a customer's printed documents. */
export class KnowDocumentLanguages extends Migration {
  override up(): void {
    this.addSql('alter table contacts add column document_language text');
  }

  override down(): void {
    this.addSql('alter table contacts drop column document_language');
  }
}
