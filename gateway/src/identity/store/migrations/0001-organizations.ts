import { Migration } from '@mikro-orm/migrations';
import { idempotencyTable, instantFunction, readableBySystem, tenantTable } from '@timbre/kit';

const organizations = `create table organizations (
  id uuid not null,
  org_id uuid not null check (org_id = id),
  version int not null,
  name text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (org_id, id)
)`;

const credentials = `create table credentials (
  id uuid not null unique,
  org_id uuid not null,
  version int not null,
  name text not null,
  permissions jsonb not null,
  digest bytea not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  primary key (org_id, id)
)`;

const activity = `create table activity (
  id uuid not null,
  org_id uuid not null,
  credential_id uuid not null,
  request_id text not null,
  operation text not null,
  status int not null,
  code text,
  duration_ms float8 not null,
  at timestamptz not null,
  primary key (org_id, id)
)`;

/** The table is unlogged: a crash of the database empties it, which only resets the quotas. */
const rateLimits = `create unlogged table rate_limits (
  key text primary key,
  tat timestamptz not null,
  granted int not null
) with (fillfactor = 50)`;

export class CreateOrganizations extends Migration {
  override up(): void {
    const statements = [
      instantFunction,
      ...idempotencyTable('gateway'),
      organizations,
      credentials,
      activity,
      rateLimits,
      'create index activity_age on activity (at)',
      ...['organizations', 'credentials', 'activity'].flatMap(tenantTable),
      ...readableBySystem('gateway', 'credentials'),
      'grant update (last_used_at) on credentials to gateway_system',
      'create policy last_use on credentials for update to gateway_system using (true)',
      'grant select, insert, delete on activity to gateway_system',
      'create policy recording on activity to gateway_system using (true) with check (true)',
      'grant select, insert, update, delete on rate_limits to gateway_system',
    ];
    for (const sql of statements) this.addSql(sql);
  }

  override down(): void {
    for (const table of [
      'rate_limits',
      'activity',
      'credentials',
      'organizations',
      'idempotency',
    ]) {
      this.addSql(`drop table ${table}`);
    }
    this.addSql('drop function instant(timestamptz)');
  }
}
