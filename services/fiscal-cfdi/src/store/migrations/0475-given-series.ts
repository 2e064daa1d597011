import { Migration } from '@mikro-orm/migrations';

/** Whether a series was given with the fiscal profile, so that one of the organization's own comes before it. */
export class KnowGivenSeries extends Migration {
  override up(): void {
    this.addSql('alter table series add column is_given boolean not null default false');
  }

  override down(): void {
    this.addSql('alter table series drop column is_given');
  }
}
