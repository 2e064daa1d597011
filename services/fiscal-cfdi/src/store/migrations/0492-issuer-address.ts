import { Migration } from '@mikro-orm/migrations';

/** The address of the issuer, for its papers. */
export class KnowIssuerAddress extends Migration {
  override up(): void {
    this.addSql('alter table fiscal_profiles add column address jsonb');
  }

  override down(): void {
    this.addSql('alter table fiscal_profiles drop column address');
  }
}
