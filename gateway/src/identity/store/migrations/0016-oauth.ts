import { Migration } from '@mikro-orm/migrations';
import { readableBySystem, tenantTable } from '@timbre/kit';

/** A table of the whole deployment, which only the system role reads and writes. */
const systemTable = (table: string): string[] => [
  `revoke all on ${table} from gateway_app`,
  `grant select, insert, update, delete on ${table} to gateway_system`,
];

/**
 * The records of the authorization server: sessions, interactions, codes, grants, refresh tokens,
 * clients. `digest` is the digest of the identifier, which is a secret of its holder; `payload` is
 * sealed.
 */
const records = `create table oauth_records (
  model text not null,
  digest bytea not null,
  uid_digest bytea,
  grant_id text,
  user_id uuid,
  payload bytea not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  consumed_at timestamptz,
  primary key (model, digest)
)`;

/**
 * The keys that sign access tokens, sealed. A former key still verifies the last tokens that it
 * signed.
 */
const keys = `create table oauth_keys (
  id text primary key,
  state text not null check (state in ('current', 'next', 'former')),
  sealed bytea not null,
  since timestamptz not null
)`;

/**
 * A client that acts for a member in the organization; its identifier is the identifier of the
 * grant.
 */
const applications = `create table connected_applications (
  id text not null,
  org_id uuid not null,
  user_id uuid not null references users,
  client_id text not null,
  client_name text not null,
  redirect_host text not null,
  scope text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (org_id, id)
)`;

/** A code that was requested on a login page; the code is derived from `id` and never stored. */
const codes = `create table login_codes (
  interaction_digest bytea primary key,
  id uuid not null,
  email text not null,
  address text not null,
  attempts int not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
)`;

/** A user as another issuer of tokens identifies the person. */
const identities = `create table user_identities (
  issuer text not null,
  subject text not null,
  user_id uuid not null references users,
  created_at timestamptz not null default now(),
  primary key (issuer, subject)
)`;

/**
 * Any statement that ends an application or a membership also ends the grants and credentials made
 * through it.
 */
const ends = [
  `create function end_grant() returns trigger language plpgsql security definer
    set search_path = public, pg_temp as $$
  begin
    delete from oauth_records where grant_id = old.id;
    return null;
  end $$`,
  `create trigger grant_ends after delete on connected_applications for each row
    execute function end_grant()`,
  `create function end_membership() returns trigger language plpgsql security definer
    set search_path = public, pg_temp as $$
  begin
    delete from connected_applications where org_id = old.org_id and user_id = old.user_id;
    delete from oauth_records where model = 'Session' and user_id = old.user_id;
    return null;
  end $$`,
  `create trigger membership_ends after delete on members for each row
    when (old.user_id is not null) execute function end_membership()`,
];

export class CreateOAuth extends Migration {
  override up(): void {
    const statements = [
      records,
      keys,
      applications,
      codes,
      identities,
      `create index oauth_records_uid on oauth_records (uid_digest) where uid_digest is not null`,
      `create index oauth_records_grant on oauth_records (grant_id) where grant_id is not null`,
      `create index oauth_records_user on oauth_records (user_id) where user_id is not null`,
      'create index oauth_records_end on oauth_records (expires_at)',
      `create unique index oauth_keys_one on oauth_keys (state) where state <> 'former'`,
      'create index connected_applications_user on connected_applications (org_id, user_id)',
      'create unique index connected_applications_id on connected_applications (id)',
      'create index connected_applications_end on connected_applications (expires_at)',
      'create index login_codes_email on login_codes (email, created_at)',
      'create index login_codes_end on login_codes (expires_at)',
      ...['oauth_records', 'oauth_keys', 'login_codes', 'user_identities'].flatMap(systemTable),
      ...tenantTable('connected_applications'),
      ...readableBySystem('gateway', 'connected_applications'),
      'grant delete on connected_applications to gateway_system',
      'create policy ending on connected_applications for delete to gateway_system using (true)',
      ...ends,
    ];
    for (const sql of statements) this.addSql(sql);
  }

  override down(): void {
    this.addSql('drop trigger membership_ends on members');
    for (const table of [
      'user_identities',
      'login_codes',
      'connected_applications',
      'oauth_keys',
      'oauth_records',
    ]) {
      this.addSql(`drop table ${table}`);
    }
    this.addSql('drop function end_membership()');
    this.addSql('drop function end_grant()');
  }
}
