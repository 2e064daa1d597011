import { command, notFound, replyValue } from '@timbre/kit';
import { Member } from '../store/members';
import { lockOrganization } from '../store/organizations';
import { endApplication } from '../workflows/end-application';
import { requireAbove, type Granter } from '../workflows/grants';
import { makerOf, requireStanding } from '../workflows/require-standing';

/**
 * Disconnects the application of a member: its tokens, keys and open invitations end, and its webhooks are
 * disabled. A member may disconnect an own application. Refusals: not_found; forbidden (owner_only,
 * permission_not_held)
 */
export const disconnect = command(
  async (tx, { applicationId, granter }: { applicationId: string; granter: Granter }) => {
    await lockOrganization(tx);
    await requireStanding(tx, makerOf(granter.actor, granter.grantId));
    const allow = async (userId: string) => {
      if (granter.actor === `user:${userId}`) return;
      const member = await tx.findBy(Member, { userId });
      if (member) requireAbove(granter, member.role);
    };
    if (!(await endApplication(tx, applicationId, { allow }))) throw notFound('application');
    return replyValue({ applicationId, deleted: true });
  },
);
