import { defineEntity, p, type InferEntity } from '@mikro-orm/postgresql';
import { type member, publicForm, type RoleName } from '@timbre/api';
import { gateway } from '@timbre/contract';
import {
  conflict,
  foldedText,
  instant,
  resource,
  onlyRow,
  type Answer,
  type DomainEvent,
  type List,
  type Transaction,
} from '@timbre/kit';
import type { Pool } from 'pg';
import type { OpenInvitation } from '../domain/membership';

/** A member of an organization, or an invited person, whose `joinedAt` is null. */
export const Member = defineEntity({
  name: 'Member',
  tableName: 'members',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid().name('org_id').primary(),
    version: p.integer().version(),
    /** The e-mail address in lower case; unique among the members of an organization. */
    email: p.text(),
    role: p.text().$type<RoleName>(),
    userId: p.uuid().nullable(),
    invitedBy: p.text(),
    /**
     * The member who sent the invitation. Like a credential, an open invitation ends together with
     * the member and the application that created the invitation.
     */
    inviterUserId: p.uuid().nullable(),
    inviterGrantId: p.text().nullable(),
    /**
     * The identifier from which the invitation's link is derived. Each invitation has a new
     * identifier, even for the same person.
     */
    invitationId: p.uuid().nullable(),
    invitationDigest: p.blob().nullable(),
    invitationExpiresAt: p.datetime().nullable(),
    joinedAt: p.datetime().nullable(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
});

export type Member = InferEntity<typeof Member>;

const status = `case when r.joined_at is not null then 'active'
  when r.invitation_expires_at <= now() then 'invitation_expired' else 'invited' end`;

export const memberResource = resource<Answer<typeof member>>('member', 'members', {
  memberId: 'r.id',
  email: 'r.email',
  role: 'r.role',
  status,
  invitedBy: 'r.invited_by',
  createdAt: instant('r.created_at'),
  updatedAt: instant('r.updated_at'),
  invitationExpiresAt: 'case when r.joined_at is null then instant(r.invitation_expires_at) end',
  joinedAt: instant('r.joined_at'),
});

export const memberList: List = {
  name: 'members',
  resource: memberResource,
  searchColumn: foldedText('r.email'),
  instantColumn: 'r.created_at',
};

/** The SQL condition of the filter `status`. */
export const hasStatus = `${status} = $1`;

/**
 * The refusals to which violated constraints of the table are translated.
 *
 * - last_owner: an organization needs an owner; make another member an owner first
 */
export const memberConstraints = {
  members_email: () => conflict('This address has been invited already.', 'member_exists'),
  members_one_owner: () =>
    conflict('An organization keeps one owner: make another member an owner first.', 'last_owner'),
};

type Happened = 'invited' | 'joined' | 'changed' | 'removed';

/** Returns the event gateway.member.<happened> with the current state of the member. */
export function memberEvent(
  happened: Happened,
  {
    id,
    version,
    email,
    role,
    joinedAt,
  }: Pick<Member, 'id' | 'version' | 'email' | 'role'> & {
    joinedAt?: Date | null | undefined;
  },
): DomainEvent {
  const status = happened === 'removed' ? 'removed' : joinedAt ? 'active' : 'invited';
  const state = { memberId: id, version, email, role, status };
  return {
    subject: `gateway.member.${happened}`,
    aggregate: 'member',
    aggregateId: id,
    // A removal's event uses the next version number, because the deleted row has no new version.
    aggregateVersion: happened === 'removed' ? version + 1 : version,
    payload: gateway.Member.encode(state).finish(),
  };
}

/** @returns the number of members and invitations in the organization */
export async function countMembers(tx: Transaction): Promise<number> {
  const row = onlyRow(
    await tx.rows<{ count: number }>(
      'select count(*)::int as count from members where org_id = $1',
      [tx.organizationId],
    ),
  );
  return row.count;
}

export const publicMember = publicForm('gateway.member', gateway.Member, {
  type: (happened: Happened) => `member.${happened}`,
  data: (one) => one,
});

/**
 * Returns the open invitation that belongs to a link. The query runs as the system role, because
 * the organization is not yet known.
 */
export async function openInvitation(
  systemPool: Pick<Pool, 'query'>,
  digest: Buffer,
): Promise<OpenInvitation | undefined> {
  const { rows } = await systemPool.query<OpenInvitation>(
    `select m.org_id as "organizationId", m.id as "memberId"
     from members m join organizations o on o.org_id = m.org_id
     where m.invitation_digest = $1 and m.joined_at is null and m.invitation_expires_at > now()
       and o.archived_at is null and o.deleted_at is null`,
    [digest],
  );
  return rows[0];
}

/** Returns the identifier of a member's invitation, from which the invitation's link is derived. */
export async function invitationOf(systemPool: Pool, memberId: string): Promise<string> {
  const { rows } = await systemPool.query<{ id: string }>(
    'select invitation_id as id from members where id = $1',
    [memberId],
  );
  return onlyRow(rows).id;
}

/** Whether an organization has a member or an invitation with this mail address. */
export async function isInvited(
  systemPool: Pool,
  organizationId: string,
  email: string,
): Promise<boolean> {
  const sql = 'select 1 from members where org_id = $1 and email = lower($2)';
  return (await systemPool.query(sql, [organizationId, email])).rowCount !== 0;
}

/** A user's role in an organization that is not deleted. */
export interface RoleInOrganization {
  role: RoleName;
  isArchived: boolean;
  timeZone: string | null;
}

/** Returns the current role of a member; undefined if the user is not a member. */
export async function roleOf(
  systemPool: Pick<Pool, 'query'>,
  userId: string,
  organizationId: string,
): Promise<RoleInOrganization | undefined> {
  const { rows } = await systemPool.query<RoleInOrganization>({
    name: 'load_member',
    text: `select m.role, o.archived_at is not null as "isArchived",
        o.time_zone as "timeZone"
      from members m join organizations o on o.org_id = m.org_id and o.deleted_at is null
      where m.user_id = $1 and m.org_id = $2 and m.joined_at is not null`,
    values: [userId, organizationId],
  });
  return rows[0];
}

/**
 * Returns at most two organizations of a user, which is enough to check whether the user has
 * exactly one.
 */
export async function firstOrganizationsOf(
  systemPool: Pick<Pool, 'query'>,
  userId: string,
): Promise<string[]> {
  const { rows } = await systemPool.query<{ id: string }>(
    `select m.org_id as id from members m join organizations o on o.org_id = m.org_id
     where m.user_id = $1 and m.joined_at is not null and o.deleted_at is null limit 2`,
    [userId],
  );
  return rows.map(({ id }) => id);
}

/** Whether a user is currently a member of the transaction's organization. */
export async function isMember(tx: Transaction, userId: string): Promise<boolean> {
  const sql = 'select 1 from members where org_id = $1 and user_id::text = $2';
  return (await tx.rows(sql, [tx.organizationId, userId])).length > 0;
}

/** Whether a user is currently an owner of the transaction's organization. */
export async function isOwner(tx: Transaction, userId: string): Promise<boolean> {
  const sql = `select 1 from members where org_id = $1 and user_id::text = $2 and role = 'owner'`;
  return (await tx.rows(sql, [tx.organizationId, userId])).length > 0;
}

/** Deletes the open invitations that a member sent, or that were sent through an application. */
export const deleteInvitations = (
  tx: Transaction,
  tie: 'user_id' | 'grant_id',
  id: string,
): Promise<Pick<Member, 'id' | 'version' | 'email' | 'role'>[]> =>
  tx.rows(
    `delete from members m where m.org_id = $1 and m.joined_at is null
       and m.inviter_${tie}::text = $2 returning m.id, m.version, m.email, m.role`,
    [tx.organizationId, id],
  );

/** Removes all members of an organization that is being deleted. */
export async function removeMembers(tx: Transaction): Promise<void> {
  await tx.rows('delete from members where org_id = $1', [tx.organizationId]);
}
