import { Migration } from '@mikro-orm/migrations';

/** Facts about the taxes of a customer that its RFC does not show. */
export class AddTaxFacts extends Migration {
  override up(): void {
    this.addSql(`alter table contacts
      add column public_body text check (public_body in ('federation', 'state_or_municipality')),
      add column ieps_taxpayer boolean,
      add column tax_residence text,
      add column foreign_tax_id text`);
  }

  override down(): void {
    this.addSql(`alter table contacts drop column public_body, drop column ieps_taxpayer,
      drop column tax_residence, drop column foreign_tax_id`);
  }
}
