import { Migration } from '@mikro-orm/migrations';
import { idempotencyTable, instantFunction, messagingTables, tenantTable } from '@timbre/kit';

const schedules = `create table schedules (
  id uuid not null,
  org_id uuid not null,
  version int not null,
  enabled boolean not null,
  time_of_day text not null check (time_of_day ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  sources jsonb not null,
  fresh_every_hours int not null check (fresh_every_hours between 1 and 24),
  updated_at timestamptz not null,
  primary key (org_id, id)
)`;

export class CreateSchedules extends Migration {
  override up(): void {
    const statements = [
      instantFunction,
      ...idempotencyTable('sat_sync'),
      ...messagingTables('sat-sync'),
      schedules,
      'create unique index schedules_one on schedules (org_id)',
      ...tenantTable('schedules'),
    ];
    for (const sql of statements) this.addSql(sql);
  }

  override down(): void {
    const shared = ['idempotency', 'outbox', 'inbox', 'dead_letters'];
    for (const table of ['schedules', ...shared]) this.addSql(`drop table ${table}`);
    this.addSql('drop function instant(timestamptz)');
  }
}
