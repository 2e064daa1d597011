import { Migration } from '@mikro-orm/migrations';

/** The issuer's address for printed documents. */
export class KnowIssuerAddress extends Migration {
  override up(): void {
    this.addSql('alter table fiscal_profiles add column address jsonb');
  }

  override down(): void {
    this.addSql('alter table fiscal_profiles drop column address');
  }
}
