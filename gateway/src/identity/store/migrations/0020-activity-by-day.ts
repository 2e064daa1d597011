import { Migration } from '@mikro-orm/migrations';
import { tenantTable } from '@timbre/kit';

/**
 * One row for each request of a credential or a member: metadata only. A partition holds a day,
 * determined by the time in the identifier (UUIDv7), so that an old day is dropped as a whole.
 */
const activity = `create table activity (
  id uuid not null,
  org_id uuid not null,
  at timestamptz not null,
  request_id text not null,
  channel text not null,
  operation text not null,
  tool text,
  method text not null,
  path text not null,
  status int not null,
  code text,
  reason text,
  issue_codes text[],
  duration_ms float8 not null,
  actor text not null,
  client_id text,
  replayed boolean not null,
  address text,
  agent text,
  document_ref text,
  primary key (org_id, id)
) partition by range (id)`;

/** Requests counted by hour, outcome and duration; the buckets are in activity/durations.ts. */
const hours = `create table activity_hours (
  org_id uuid not null,
  hour timestamptz not null,
  operation text not null,
  status_class smallint not null,
  bucket smallint not null,
  requests bigint not null,
  primary key (org_id, hour, operation, status_class, bucket)
) with (fillfactor = 70)`;

/** The smallest identifier with the time of an instant. */
const idAt = `create function id_at(at timestamptz) returns uuid language sql stable
  return (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid`;

/**
 * Creates the partitions from yesterday to a week ahead, and drops partitions that are too old. The
 * function runs as the owner of the tables; if several gateways call it, one call does the work,
 * and the others find nothing to do. The function waits at most two seconds for requests in
 * progress; a later call does the rest.
 */
const keep = `create function keep_activity_days(kept_days int) returns void
  language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '2s' as $$
  declare
    today date := (now() at time zone 'UTC')::date;
    day date;
    part text;
  begin
    perform pg_advisory_xact_lock(hashtextextended('activity days', 0));
    for day in select d::date from generate_series(today - 1, today + 7, interval '1 day') d loop
      part := 'activity_' || to_char(day, 'YYYYMMDD');
      continue when to_regclass(part) is not null;
      delete from activity_other where id >= id_at(day::timestamp at time zone 'UTC')
        and id < id_at((day + 1)::timestamp at time zone 'UTC');
      execute format('create table %I partition of activity for values from (%L) to (%L)', part,
        id_at(day::timestamp at time zone 'UTC'), id_at((day + 1)::timestamp at time zone 'UTC'));
      execute format('revoke all on %I from gateway_app, gateway_system', part);
      execute format('alter table %I alter column org_id set (n_distinct = -0.0005)', part);
    end loop;
    for part in select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
        where i.inhparent = 'activity'::regclass and c.relname ~ '^activity_[0-9]{8}$'
          and right(c.relname, 8) < to_char(today - kept_days, 'YYYYMMDD') loop
      execute format('drop table %I', part);
    end loop;
    delete from activity_other where at < now() - make_interval(days => kept_days);
  end $$`;

/** Earlier requests are deleted, because no operation could read them. */
export class PartActivityByDay extends Migration {
  override up(): void {
    const statements = [
      'drop table activity',
      activity,
      hours,
      // The partition for requests of a gateway with a wrong clock.
      'create table activity_other partition of activity default',
      'revoke all on activity_other from gateway_app, gateway_system',
      'create index activity_request on activity (org_id, request_id)',
      `create index activity_document on activity (org_id, document_ref, id)
        where document_ref is not null`,
      'create index activity_code on activity (org_id, code, id) where code is not null',
      'create index activity_hours_age on activity_hours (hour)',
      ...['activity', 'activity_hours'].flatMap(tenantTable),
      idAt,
      keep,
      'revoke all on function keep_activity_days(int) from public',
      'grant execute on function keep_activity_days(int) to gateway_system',
      'select keep_activity_days(30)',
      'grant select, insert on activity to gateway_system',
      'create policy recording on activity to gateway_system using (true) with check (true)',
      'grant select, insert, update, delete on activity_hours to gateway_system',
      'create policy recording on activity_hours to gateway_system using (true) with check (true)',
    ];
    for (const sql of statements) this.addSql(sql);
  }

  override down(): void {
    this.addSql('drop function keep_activity_days(int)');
    this.addSql('drop table activity_hours, activity');
    this.addSql('drop function id_at(timestamptz)');
    this.addSql(`create table activity (
      id uuid not null,
      org_id uuid not null,
      credential_id uuid not null,
      request_id text not null,
      operation text not null,
      status int not null,
      code text,
      duration_ms float8 not null,
      at timestamptz not null,
      channel text not null default 'rest' check (channel in ('rest', 'mcp')),
      primary key (org_id, id)
    )`);
    const statements = [
      'create index activity_age on activity (at)',
      ...tenantTable('activity'),
      'grant select, insert, delete on activity to gateway_system',
      'create policy recording on activity to gateway_system using (true) with check (true)',
    ];
    for (const sql of statements) this.addSql(sql);
  }
}
