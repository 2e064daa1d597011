import type { RoleName } from '@timbre/api';
import { audit, command, replyValue, replyWith } from '@timbre/kit';
import { forbidden } from '../workflows/require-permissions';
import { Member, memberEvent, memberResource } from '../store/members';
import { lockOrganization } from '../store/organizations';
import { endTied } from '../workflows/end-tied';
import { requireAbove, requireGrantable, type Granter } from '../workflows/grants';
import { makerOf, requireStanding } from '../workflows/require-standing';

/**
 * Changes the role of a member or of an invited person. A database trigger ensures that the
 * organization keeps an owner. The possible refusals are not_found; forbidden (own_role,
 * owner_only, permission_not_held, limit_not_held); conflict (last_owner)
 *
 * - own_role: you cannot change your own role
 */
export const changeRole = command(
  async (tx, request: { memberId: string; role: RoleName; granter: Granter }) => {
    const { role, granter } = request;
    requireGrantable(granter, role);
    await lockOrganization(tx);
    await requireStanding(tx, makerOf(granter.actor, granter.grantId));
    const member = await tx.lock(Member, request.memberId, memberResource.name);
    requireAbove(granter, member.role);
    if (isOf(member, granter)) throw forbidden('Nobody changes his own role.', 'own_role');
    if (member.role !== role) {
      const before = { role: member.role };
      member.role = role;
      member.updatedAt = tx.now;
      audit(tx, { action: 'member.changed', subjectId: member.id, before, after: { role } });
      tx.emit(() => memberEvent('changed', member));
    }
    return replyWith(memberResource, member.id);
  },
);

/**
 * Ends a membership or an invitation, and the credentials, applications and open invitations of the
 * member. Members may end their own membership. A database trigger ensures that the organization
 * keeps an owner. The possible refusals are not_found; forbidden (owner_only, permission_not_held);
 * conflict (last_owner)
 */
export const remove = command(async (tx, request: { memberId: string; granter: Granter }) => {
  const { granter } = request;
  await lockOrganization(tx);
  await requireStanding(tx, makerOf(granter.actor, granter.grantId));
  const member = await tx.lock(Member, request.memberId, memberResource.name);
  if (!isOf(member, granter)) requireAbove(granter, member.role);
  const { id, email, role, userId } = member;
  if (userId) await endTied(tx, 'user_id', userId);
  await tx.remove(member);
  audit(tx, { action: 'member.removed', subjectId: id, before: { email, role } });
  tx.emit(memberEvent('removed', member));
  return replyValue({ memberId: id, deleted: true });
});

const isOf = ({ userId }: Member, { actor }: Granter): boolean => actor === `user:${userId}`;
