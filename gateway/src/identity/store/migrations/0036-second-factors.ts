import { Migration } from '@mikro-orm/migrations';

/**
 * The second factor of a user (TOTP), with its sealed secret. It counts once `confirmed_at` is set;
 * before that it expires. `last_step` is the newest time step whose code was accepted.
 */
const factors = `create table second_factors (
  user_id uuid primary key references users,
  id uuid not null,
  key_id text not null,
  wrapped_key bytea not null,
  ciphertext bytea not null,
  last_step bigint not null default 0,
  failures int not null default 0,
  locked_until timestamptz,
  created_at timestamptz not null,
  confirmed_at timestamptz,
  expires_at timestamptz,
  check ((confirmed_at is null) = (expires_at is not null))
)`;

/** The unused recovery codes of a user, as digests. */
const recoveryCodes = `create table recovery_codes (
  user_id uuid not null references second_factors on delete cascade,
  digest bytea not null,
  primary key (user_id, digest)
)`;

/**
 * Ends the second factor of a user and, for a reset, the sessions of the user. Requests cannot read
 * or change the tables, but they end a second factor in the transaction that records the end.
 */
const ending = `create function end_second_factor(of uuid, ends_sessions boolean) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from second_factors where user_id = of and confirmed_at is not null;
  if not found then return false; end if;
  if ends_sessions then delete from oauth_records where model = 'Session' and user_id = of; end if;
  return true;
end $$`;

export class CreateSecondFactors extends Migration {
  override up(): void {
    const statements = [
      factors,
      recoveryCodes,
      'create index second_factors_end on second_factors (expires_at) where expires_at is not null',
      'create index second_factors_key on second_factors (key_id)',
      ...['second_factors', 'recovery_codes'].flatMap((table) => [
        `revoke all on ${table} from gateway_app`,
        `grant select, insert, update, delete on ${table} to gateway_system`,
      ]),
      ending,
      'revoke execute on function end_second_factor(uuid, boolean) from public',
      'grant execute on function end_second_factor(uuid, boolean) to gateway_app',
      'alter table organizations add demands_second_factor boolean not null default false',
    ];
    for (const sql of statements) this.addSql(sql);
  }

  override down(): void {
    this.addSql('alter table organizations drop demands_second_factor');
    this.addSql('drop function end_second_factor(uuid, boolean)');
    this.addSql('drop table recovery_codes');
    this.addSql('drop table second_factors');
  }
}
