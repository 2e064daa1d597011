import { Migration } from '@mikro-orm/migrations';

/** Earlier credentials that a member created, or that descend from a credential of a member. */
const made = `with recursive tied as (
    select org_id, id, substr(created_by, 6)::uuid as user_id from credentials
      where created_by ~ '^user:[0-9a-f-]{36}$'
    union select c.org_id, c.id, t.user_id from credentials c join tied t on c.org_id = t.org_id
      and t.id in (c.parent_id, c.rotated_from))
  update credentials c set user_id = t.user_id from tied t where c.org_id = t.org_id and c.id = t.id`;

const ending = (of: string): string => `update credentials
      set revoked_at = now(), updated_at = now(), version = version + 1
      where org_id = old.org_id and ${of} and revoked_at is null;`;

const onGrant = (revocation: string): string =>
  `create or replace function end_grant() returns trigger language plpgsql security definer
    set search_path = public, pg_temp as $$
  begin
    delete from oauth_records where grant_id = old.id;
    ${revocation}
    return null;
  end $$`;

const onMembership = (revocation: string): string =>
  `create or replace function end_membership() returns trigger language plpgsql security definer
    set search_path = public, pg_temp as $$
  begin
    delete from connected_applications where org_id = old.org_id and user_id = old.user_id;
    delete from oauth_records where model = 'Session' and user_id = old.user_id;
    ${revocation}
    return null;
  end $$`;

/** A key that a member made ends with the membership, and with the application through which it was made. */
export class TieCredentials extends Migration {
  override up(): void {
    const statements = [
      'alter table credentials add user_id uuid, add grant_id text',
      // The update runs as the owner of the tables, so forced row-level security is lifted for it.
      'alter table credentials no force row level security',
      made,
      'alter table credentials force row level security',
      'create index credentials_user on credentials (org_id, user_id) where user_id is not null',
      // A grant that has run out was not ended by anybody.
      onGrant(`if old.expires_at > now() then ${ending('grant_id = old.id')} end if;`),
      onMembership(ending('user_id = old.user_id')),
    ];
    for (const sql of statements) this.addSql(sql);
  }

  override down(): void {
    this.addSql(onGrant(''));
    this.addSql(onMembership(''));
    this.addSql('alter table credentials drop user_id, drop grant_id');
  }
}
