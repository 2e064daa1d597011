import { Migration } from '@mikro-orm/migrations';

/**
 * Whether the series was created with the fiscal profile; a series of the organization then
 * replaces it as the default.
 */
export class KnowGivenSeries extends Migration {
  override up(): void {
    this.addSql('alter table series add column is_given boolean not null default false');
  }

  override down(): void {
    this.addSql('alter table series drop column is_given');
  }
}
