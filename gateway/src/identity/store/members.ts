import { defineEntity, p, type InferEntity } from '@mikro-orm/postgresql';
import { type member, publicForm, type RoleName } from '@timbre/api';
import { gateway } from '@timbre/contract';
import {
  conflict,
  instant,
  resource,
  type Answer,
  type DomainEvent,
  type List,
  type Transaction,
} from '@timbre/kit';

/** A member of an organization, or an invitation: then there is no `joinedAt`. */
export const Member = defineEntity({
  name: 'Member',
  tableName: 'members',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid().name('org_id').primary(),
    version: p.integer().version(),
    /** In lower case; one member of an organization has it. */
    email: p.text(),
    role: p.text().$type<RoleName>(),
    userId: p.uuid().nullable(),
    invitedBy: p.text(),
    /** The link of the invitation is derived from it; another invitation has another one. */
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
  searchColumn: 'r.email',
  dateColumn: `(r.created_at at time zone 'UTC')::date`,
};

/** The condition of the filter `status`. */
export const hasStatus = `${status} = $1`;

/** The refusals for the constraints of the table. */
export const memberConstraints = {
  members_email: () => conflict('This address has been invited already.', 'member_exists'),
  members_one_owner: () =>
    conflict('An organization keeps one owner: make another member an owner first.', 'last_owner'),
};

type Happened = 'invited' | 'joined' | 'changed' | 'removed';

/** gateway.member.<happened>: the member's current state. */
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
    // The event of a removal comes after the last one of the member.
    aggregateVersion: happened === 'removed' ? version + 1 : version,
    payload: gateway.Member.encode(state).finish(),
  };
}

/** @returns how many members and invitations the organization has */
export async function countMembers(tx: Transaction): Promise<number> {
  const [row] = await tx.rows<{ count: number }>(
    'select count(*)::int as count from members where org_id = $1',
    [tx.organizationId],
  );
  return row!.count;
}

export const publicMember = publicForm('gateway.member', gateway.Member, {
  type: (happened: Happened) => `member.${happened}`,
  data: (one) => one,
});
