import { Migration } from '@mikro-orm/migrations';
import { auditTable, messagingTables, readableBySystem, tenantTable } from '@timbre/kit';

/** A person, identified by an e-mail address, whatever organizations the person belongs to. */
const users = [
  `create table users (
    id uuid primary key,
    email text not null unique check (email = lower(email)),
    created_at timestamptz not null
  )`,
  'revoke all on users from gateway_app',
  'grant select, insert on users to gateway_app',
  'grant select, insert, update, delete on users to gateway_system',
];

/** A member, or an invited person, who has no `joined_at`. */
const members = `create table members (
  id uuid not null,
  org_id uuid not null,
  version int not null,
  email text not null check (email = lower(email)),
  role text not null check (role in
    ('owner', 'administrator', 'accountant', 'sales', 'payroll', 'developer', 'read_only')),
  user_id uuid references users,
  invited_by text not null,
  invitation_id uuid,
  invitation_digest bytea unique,
  invitation_expires_at timestamptz,
  joined_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (org_id, id),
  constraint members_email unique (org_id, email),
  check ((joined_at is null) = (user_id is null)),
  check ((joined_at is null) = (invitation_digest is not null))
)`;

/**
 * An organization with an owner always keeps an owner. The row of the organization is locked first,
 * so that if two owners leave at the same time, the second transaction sees that the first owner
 * has left.
 */
const oneOwner = [
  `create function keep_owner() returns trigger language plpgsql as $$
  begin
    perform 1 from organizations o where o.org_id = old.org_id for update;
    if not exists (select from members m
        where m.org_id = old.org_id and m.role = 'owner' and m.joined_at is not null)
      and not exists (select from organizations o
        where o.org_id = old.org_id and o.deleted_at is not null) then
      raise exception 'the last owner' using errcode = 'unique_violation', constraint = 'members_one_owner';
    end if;
    return null;
  end $$`,
  `create trigger one_owner after update of role on members for each row
    when (old.role = 'owner' and new.role <> 'owner' and old.joined_at is not null)
    execute function keep_owner()`,
  `create trigger one_owner_left after delete on members for each row
    when (old.role = 'owner' and old.joined_at is not null)
    execute function keep_owner()`,
];

/**
 * Mails to write and to pass to the mailer; `facts` contains the data for their texts, never a
 * secret.
 */
const letters = `create table letters (
  id uuid not null,
  org_id uuid not null,
  version int not null,
  kind text not null,
  recipient text not null,
  facts jsonb not null,
  state text not null check (state in ('due', 'queued', 'refused')),
  next_attempt_at timestamptz,
  attempts int not null,
  last_error_code text,
  created_at timestamptz not null,
  primary key (org_id, id)
)`;

export class CreateMembers extends Migration {
  override up(): void {
    const statements = [
      'alter table organizations add archived_at timestamptz, add deleted_at timestamptz',
      ...users,
      members,
      ...oneOwner,
      letters,
      `create index letters_due on letters (next_attempt_at) where state = 'due'`,
      'create index members_user on members (user_id) where user_id is not null',
      ...['members', 'letters'].flatMap(tenantTable),
      ...auditTable('gateway'),
      ...messagingTables('gateway'),
      ...['organizations', 'members', 'letters'].flatMap((table) =>
        readableBySystem('gateway', table),
      ),
    ];
    for (const sql of statements) this.addSql(sql);
  }

  override down(): void {
    for (const table of [
      'dead_letters',
      'inbox',
      'outbox',
      'audit_entries',
      'letters',
      'members',
      'users',
    ]) {
      this.addSql(`drop table ${table}`);
    }
    this.addSql('drop function keep_owner()');
    this.addSql('alter table organizations drop archived_at, drop deleted_at');
  }
}
