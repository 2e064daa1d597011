import { audit, createRun, Refusal, type Operation, type Transaction } from '@timbre/kit';
import type { Pool } from 'pg';
import type { OpenInvitation } from '../domain/membership';
import { Member, memberEvent, openInvitation } from '../store/members';
import { lockOrganization } from '../store/organizations';
import { userOfAddress } from '../store/users';

/**
 * Returns the open invitation of a link. The query runs as the system role, because the
 * organization is not known yet.
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
 * Accepts an invitation. A user with the address is created, unless it exists, and becomes a member
 * of the organization. The link of the invitation ends. Nobody is logged in by this: to act as the
 * member, a person must log in with the address.
 * @throws Refusal not_found (invitation_ended) for an invitation that has ended since it was found
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
