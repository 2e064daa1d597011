import { command, notFound, replyValue } from '@timbre/kit';
import { lockApplication } from '../store/connected-applications';
import { Member } from '../store/members';
import { lockOrganization } from '../store/organizations';
import { endApplication } from '../workflows/end-application';
import { requireAbove, type Granter } from '../workflows/grants';
import { makerOf, requireStanding } from '../workflows/require-standing';

/**
 * Disconnects a member's application: the application's tokens, API keys and open invitations end,
 * and its webhooks are disabled. A member may always disconnect an application that the same member
 * connected. The possible refusals are not_found; forbidden (owner_only, permission_not_held)
 */
export const disconnect = command(
  async (tx, { applicationId, granter }: { applicationId: string; granter: Granter }) => {
    await lockOrganization(tx);
    await requireStanding(tx, makerOf(granter.actor, granter.grantId));
    const application = await lockApplication(tx, applicationId);
    if (!application) throw notFound('application');
    const { userId } = application;
    if (granter.actor !== `user:${userId}`) {
      const member = await tx.findBy(Member, { userId });
      if (member) requireAbove(granter, member.role);
    }
    await endApplication(tx, application);
    return replyValue({ applicationId, deleted: true });
  },
);
