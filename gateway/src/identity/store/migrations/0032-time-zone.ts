import { Migration } from '@mikro-orm/migrations';

/**
 * The time zone of an organization's days, and the version of the fiscal profile that determines
 * the zone.
 */
export class AddTimeZone extends Migration {
  override up(): void {
    this.addSql(
      `alter table organizations add time_zone text,
        add profile_version integer not null default 0`,
    );
  }

  override down(): void {
    this.addSql('alter table organizations drop profile_version, drop time_zone');
  }
}
