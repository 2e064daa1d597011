import { roleNames, type RoleName } from '@timbre/api';
import { StartError, type CallContext } from '@timbre/kit';
import { invite } from '../operations/invite-member';
import { invitationOf } from '../store/members';
import { operator } from '../workflows/creator';
import { dataOf, type Work, type OperatorParts } from './operator-parts';

/** Invites a member and prints the link, for a deployment that sends no mail. */
export const inviteMember: Work = async (parts, read) => {
  const [email, role] = [read.text('email'), read.text('role')];
  return inviteTo(parts, await read.context(), email, role);
};

/** @throws StartError for an invalid address or an unknown role */
export async function inviteTo(
  { runtime, links, systemPool }: OperatorParts,
  context: CallContext,
  email: string,
  given: string,
): Promise<object> {
  const role = given as RoleName;
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw new StartError('--email is not an email address.');
  if (!roleNames.includes(role)) throw new StartError(`--role is one of ${roleNames.join(', ')}.`);
  const granter = { ...operator, actor: context.actor };
  const member = dataOf(await invite.run(runtime, context, { email, role, granter, links }));
  const invitationId = await invitationOf(systemPool, member['memberId'] as string);
  return { ...member, link: links.urlOf(invitationId) };
}
