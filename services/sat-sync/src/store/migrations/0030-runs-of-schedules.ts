import { Migration } from '@mikro-orm/migrations';
import { readableBySystem } from '@timbre/kit';

/**
 * The time at which a schedule starts its next synchronization, and the outcome of its last start.
 */
const runs = `alter table schedules
  add next_due_at timestamptz not null default now(),
  add swept_on date,
  add last_run_at timestamptz,
  add last_sync_id uuid,
  add last_error_code text`;

const none = '00000000-0000-0000-0000-000000000000';

/**
 * The position up to which the present phase has compared documents, so that a page is counted
 * once.
 */
const compared = `alter table sync_sources add compared_to uuid not null default '${none}'`;

export class RunSchedules extends Migration {
  override up(): void {
    const statements = [
      runs,
      'create index schedules_due on schedules (next_due_at) where enabled',
      ...readableBySystem('sat_sync', 'schedules'),
      compared,
    ];
    for (const sql of statements) this.addSql(sql);
  }

  override down(): void {
    this.addSql('drop policy system_jobs on schedules');
    this.addSql('revoke select on schedules from sat_sync_system');
    this.addSql(`alter table schedules drop next_due_at, drop swept_on, drop last_run_at,
      drop last_sync_id, drop last_error_code`);
    this.addSql('alter table sync_sources drop compared_to');
  }
}
