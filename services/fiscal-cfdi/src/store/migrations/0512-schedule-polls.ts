import { Migration } from '@mikro-orm/migrations';

/**
 * Every organization with a profile has the time of its next query to the PAC, so the job reads no profile. A
 * trigger adds the time with the profile, also when a replica of an older release writes the profile. The
 * statements lock tables that stamps read. Requests queue behind a migration that waits for these locks, so it
 * waits no longer than a request may and fails; it can then be repeated.
 */
export class SchedulePolls extends Migration {
  override up(): void {
    const statements = [
      `set local lock_timeout = '2s'`,
      `create function schedule_polls() returns trigger language plpgsql as $$
      begin
        insert into cancellation_polls (org_id, due_at, claimed_until)
        values (new.org_id, new.updated_at, new.updated_at) on conflict do nothing;
        return null;
      end $$`,
      `create trigger schedule_polls after insert on fiscal_profiles
        for each row execute function schedule_polls()`,
      'alter table fiscal_profiles no force row level security',
      'alter table cancellation_polls no force row level security',
      `insert into cancellation_polls (org_id, due_at, claimed_until)
       select org_id, updated_at, updated_at from fiscal_profiles on conflict do nothing`,
      'alter table fiscal_profiles force row level security',
      'alter table cancellation_polls force row level security',
    ];
    for (const sql of statements) this.addSql(sql);
  }

  override down(): void {
    this.addSql('drop trigger schedule_polls on fiscal_profiles');
    this.addSql('drop function schedule_polls');
  }
}
