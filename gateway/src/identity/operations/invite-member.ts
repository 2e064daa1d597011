import { mailWarnings, type MailWay, type RoleName } from '@timbre/api';
import { audit, command, conflict, Refusal, replyWith, type Transaction } from '@timbre/kit';
import type { InvitationLinks } from '../domain/invitation-links';
import { countInvitations, writeMail } from '../store/mails';
import { countMembers, Member, memberEvent, memberResource } from '../store/members';
import { lockOrganization, type Organization } from '../store/organizations';
import { tieOf } from '../workflows/add-credential';
import { requireGrantable, type Granter } from '../workflows/grants';
import { makerOf, requireStanding } from '../workflows/require-standing';

export interface Invitation {
  email: string;
  role: RoleName;
  granter: Granter;
  links: InvitationLinks;
  /**
   * How the mail will be sent, for example by a mail server; undefined if this is currently
   * unknown.
   */
  mailWay?: MailWay | undefined;
}

const invitationDays = 7;
const membersMax = 500;
const invitationsPerHour = 50;
const hourMs = 3_600_000;

/**
 * Invites a person by mail address. The invitation replaces a pending invitation of the same
 * address, whose link becomes invalid. The possible refusals are conflict (member_exists,
 * member_limit), rate_limited, and those of `requireGrantable`.
 *
 * - member_exists: the person with this address is already a member
 */
export const invite = command(async (tx, invitation: Invitation) => {
  requireGrantable(invitation.granter, invitation.role);
  const organization = await lockOrganization(tx);
  const maker = makerOf(invitation.granter.actor, invitation.granter.grantId);
  await requireStanding(tx, maker);
  const { userId, grantId } = await tieOf(tx, maker);
  await requireFewInvitations(tx);
  const email = invitation.email.toLowerCase();
  const known = await tx.findBy(Member, { email });
  if (known?.joinedAt) throw conflict('This address is a member already.', 'member_exists');
  const { role, links } = invitation;
  const invitationId = tx.newId();
  const fields = {
    role,
    invitedBy: tx.context.actor,
    inviterUserId: userId ?? null,
    inviterGrantId: grantId ?? null,
    invitationId,
    invitationDigest: links.digestOf(invitationId),
    invitationExpiresAt: new Date(tx.now.getTime() + invitationDays * 24 * hourMs),
    updatedAt: tx.now,
  };
  const memberId = known ? renew(tx, known, fields) : await add(tx, email, fields);
  audit(tx, { action: 'member.invited', subjectId: memberId, after: { email, role } });
  writeMail(tx, 'invitation', email, factsOf(organization, fields));
  return replyWith(memberResource, memberId, mailWarnings(invitation.mailWay));
});

type Fields = Pick<
  Member,
  'role' | 'invitedBy' | 'inviterUserId' | 'inviterGrantId' | 'updatedAt'
> & {
  invitationId: string;
  invitationDigest: Buffer;
  invitationExpiresAt: Date;
};

function renew(tx: Transaction, known: Member, fields: Fields): string {
  Object.assign(known, fields);
  tx.emit(() => memberEvent('invited', known));
  return known.id;
}

/**
 * - member_limit: the organization has as many members as it may have
 */
async function add(tx: Transaction, email: string, fields: Fields): Promise<string> {
  if ((await countMembers(tx)) >= membersMax) {
    throw conflict(`An organization has at most ${membersMax} members.`, 'member_limit');
  }
  const id = tx.add(Member, { version: 1, email, createdAt: tx.now, ...fields });
  tx.emit(memberEvent('invited', { id, version: 1, email, role: fields.role }));
  return id;
}

/**
 * Limits the number of invitations per hour, because each invitation is a mail that the recipient
 * may not want.
 *
 * - invitations_per_hour: the organization has sent too many invitations within an hour; try again later
 */
async function requireFewInvitations(tx: Transaction): Promise<void> {
  const sent = await countInvitations(tx, new Date(tx.now.getTime() - hourMs));
  if (sent < invitationsPerHour) return;
  throw new Refusal(
    'rate_limited',
    `An organization sends at most ${invitationsPerHour} invitations an hour.`,
    { retryable: true, retryAfterSeconds: hourMs / 1_000, reason: 'invitations_per_hour' },
  );
}

const factsOf = (
  { name }: Organization,
  { invitationId, invitationExpiresAt, role }: Fields,
): Record<string, string> => ({
  organization: name,
  role,
  invitationId,
  expiresAt: invitationExpiresAt.toISOString(),
});
