import { Migration } from '@mikro-orm/migrations';

/**
 * The lists whose last load failed, each with the time of its next load. The lists belong to no
 * organization.
 */
const failures = `create table list_failures (
  file text primary key,
  reason text not null,
  failures int not null,
  next_at timestamptz not null
)`;

export class RememberListFailures extends Migration {
  override up(): void {
    const statements = [
      failures,
      'revoke select, insert, update, delete on list_failures from sat_sync_app',
      'grant select, insert, update, delete on list_failures to sat_sync_system',
    ];
    for (const sql of statements) this.addSql(sql);
  }

  override down(): void {
    this.addSql('drop table list_failures');
  }
}
