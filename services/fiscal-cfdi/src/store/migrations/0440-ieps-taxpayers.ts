import { Migration } from '@mikro-orm/migrations';

/** Whether an issuer owes IEPS for the goods it sells. */
export class KnowIepsTaxpayers extends Migration {
  override up(): void {
    this.addSql(
      'alter table fiscal_profiles add column ieps_taxpayer boolean not null default false',
    );
  }

  override down(): void {
    this.addSql('alter table fiscal_profiles drop column ieps_taxpayer');
  }
}
