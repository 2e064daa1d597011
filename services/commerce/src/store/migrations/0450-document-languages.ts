import { Migration } from '@mikro-orm/migrations';

/** The language in which a customer reads its documents. */
export class KnowDocumentLanguages extends Migration {
  override up(): void {
    this.addSql('alter table contacts add column document_language text');
  }

  override down(): void {
    this.addSql('alter table contacts drop column document_language');
  }
}
