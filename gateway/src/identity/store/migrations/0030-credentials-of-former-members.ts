import { Migration } from '@mikro-orm/migrations';

/** SQL of the credential that made another credential; null if a person made it. */
const maker = `case when c.created_by ~ '^credential:[0-9a-f-]{36}$' then substr(c.created_by, 12)::uuid end`;

/**
 * SQL of the member to whom an earlier credential belongs, which is the member who made it. After a
 * rotation the credential belongs to the same member, unless somebody else rotated it, with an
 * owner's credential or as a member: that person has kept it.
 */
const whose = `with recursive sources as (
    select c.org_id, c.id,
      case when c.created_by ~ '^user:[0-9a-f-]{36}$' and (c.parent_id is null or c.rotated_from is not null)
        then substr(c.created_by, 6)::uuid end as user_id,
      case when c.rotated_from is null then coalesce(${maker}, c.parent_id)
        when ${maker} = c.rotated_from then c.rotated_from
        when m.is_owner then m.id
        when m.id is not null then c.rotated_from end as source
    from credentials c left join credentials m on m.org_id = c.org_id and m.id = ${maker}
  ), tied as (
    select org_id, id, user_id from sources where user_id is not null
    union select s.org_id, s.id, t.user_id from sources s join tied t on t.org_id = s.org_id and t.id = s.source
      where s.user_id is null
  )`;

/** Credentials that were made later already have the member that the gateway gave them. */
const retied = `${whose} update credentials c
  set user_id = (select t.user_id from tied t where t.org_id = c.org_id and t.id = c.id)
  where c.user_id is not null and c.grant_id is null and c.created_at < (
    select executed_at from mikro_orm_migrations where name = '0029-credentials-of-members')`;

const ended = `with ended as (
    update credentials c set revoked_at = now(), updated_at = now(), version = version + 1
    where c.user_id is not null and c.revoked_at is null
      and not exists (select from members m where m.org_id = c.org_id and m.user_id = c.user_id)
    returning c.org_id, c.id)
  insert into audit_entries (id, org_id, at, actor, request_id, action, subject_id)
  select gen_random_uuid(), org_id, now(), 'operator', 'migration-0030', 'credential.revoked', id::text
  from ended`;

const read = ['credentials', 'members', 'audit_entries'];

/**
 * Migration 0029 gave keys that an owner had kept to the member who left, and let the keys of
 * members who had been removed earlier stay valid.
 */
export class EndCredentialsOfFormerMembers extends Migration {
  override up(): void {
    // The statements run as the owner of the tables, so forced row-level security is lifted for
    // them.
    for (const table of read) this.addSql(`alter table ${table} no force row level security`);
    this.addSql(retied);
    this.addSql(ended);
    for (const table of read) this.addSql(`alter table ${table} force row level security`);
  }

  /**
   * The migration cannot be undone, because the earlier members of the keys are not known any more
   * and an ended key does not become valid again.
   */
  override down(): void {}
}
