import { Migration } from '@mikro-orm/migrations';

const ending = (tie: 'user_id' | 'grant_id', value: string): string => `
    delete from members where org_id = old.org_id and joined_at is null and inviter_${tie} = ${value};
    update credentials set revoked_at = now(), updated_at = now(), version = version + 1
      where org_id = old.org_id and ${tie} = ${value} and revoked_at is null;`;

const onGrant = (endings: string): string =>
  `create or replace function end_grant() returns trigger language plpgsql security definer
    set search_path = public, pg_temp as $$
  begin
    delete from oauth_records where grant_id = old.id;
    if old.expires_at > now() then ${endings} end if;
    return null;
  end $$`;

const onMembership = (endings: string): string =>
  `create or replace function end_membership() returns trigger language plpgsql security definer
    set search_path = public, pg_temp as $$
  begin
    delete from connected_applications where org_id = old.org_id and user_id = old.user_id;
    delete from oauth_records where model = 'Session' and user_id = old.user_id;
    ${endings}
    return null;
  end $$`;

/** The member and the application of an open invitation, as of credentials. */
const tied = `update members m set inviter_user_id = coalesce(c.user_id, u.user_id), inviter_grant_id = c.grant_id
  from members i
    left join credentials c on c.org_id = i.org_id and 'credential:' || c.id = i.invited_by
    left join members u on u.org_id = i.org_id and 'user:' || u.user_id = i.invited_by
  where m.org_id = i.org_id and m.id = i.id and m.joined_at is null
    and coalesce(c.user_id, u.user_id) is not null`;

/** An open invitation ends with the membership and with the application of its inviter. */
export class TieInvitations extends Migration {
  override up(): void {
    const tables = ['members', 'credentials'];
    const statements = [
      'alter table members add inviter_user_id uuid, add inviter_grant_id text',
      // The update runs as the owner of the tables, so forced row-level security is lifted for it.
      ...tables.map((table) => `alter table ${table} no force row level security`),
      tied,
      ...tables.map((table) => `alter table ${table} force row level security`),
      onGrant(ending('grant_id', 'old.id')),
      onMembership(ending('user_id', 'old.user_id')),
    ];
    for (const sql of statements) this.addSql(sql);
  }

  override down(): void {
    const revoking = (tie: string, value: string) => `update credentials
      set revoked_at = now(), updated_at = now(), version = version + 1
      where org_id = old.org_id and ${tie} = ${value} and revoked_at is null;`;
    this.addSql(onGrant(revoking('grant_id', 'old.id')));
    this.addSql(onMembership(revoking('user_id', 'old.user_id')));
    this.addSql('alter table members drop inviter_user_id, drop inviter_grant_id');
  }
}
