import { audit, createRun, Refusal, type Operation, type Transaction } from '@timbre/kit';
import type { Pool } from 'pg';
import type { OpenInvitation } from '../domain/membership';
import { Member, memberEvent, openInvitation } from '../store/members';
import { lockOrganization } from '../store/organizations';
import { userOfAddress } from '../store/users';

/**
 * Returns the open invitation that belongs to a link. The query runs as the system role, because
 * the organization is not yet known.
 * @throws Refusal not_found (invitation_ended) for a link that is unknown, used, replaced or expired
 */
export async function findInvitation(
  systemPool: Pick<Pool, 'query'>,
  digest: Buffer,
): Promise<OpenInvitation> {
  const found = await openInvitation(systemPool, digest);
  if (!found) throw unknownInvitation();
  return found;
}

/**
 * Accepts an invitation. A user with the mail address becomes a member of the organization; if no
 * user has the address, the user is created. The invitation's link becomes invalid. Accepting an
 * invitation logs nobody in: to act as the member, a person must log in with the mail address.
 * @throws Refusal not_found (invitation_ended) for an invitation that ended after it was found
 */
export const acceptInvitation: Operation<{ memberId: string; digest: Buffer }, unknown, void> = {
  async run(runtime, context, { memberId, digest }) {
    const run = createRun(runtime, { ...context, actor: `invitation:${memberId}` });
    await run.step((tx) => accept(tx, memberId, digest));
  },
};

async function accept(tx: Transaction, memberId: string, digest: Buffer): Promise<void> {
  const { archivedAt } = await lockOrganization(tx);
  const member = await tx.lock(Member, memberId, 'open invitation');
  if (archivedAt || !member.invitationDigest || !digest.equals(member.invitationDigest))
    throw unknownInvitation();
  const { email, role } = member;
  member.userId = await userOfAddress(tx, email);
  member.joinedAt = tx.now;
  member.updatedAt = tx.now;
  member.invitationId = null;
  member.invitationDigest = null;
  member.invitationExpiresAt = null;
  audit(tx, { action: 'member.joined', subjectId: memberId, after: { email, role } });
  tx.emit(() => memberEvent('joined', member));
}

/**
 * - invitation_ended: the invitation is no longer open
 */
const unknownInvitation = () =>
  new Refusal('not_found', 'No open invitation has this address.', { reason: 'invitation_ended' });
