import { roleNames, type RoleName } from '@timbre/api';
import { newId, StartError, type CallContext } from '@timbre/kit';
import { invite } from '../operations/invite-member';
import { invitationOf } from '../store/members';
import { createUsers } from '../store/users';
import { endSecondFactor } from '../workflows/change-second-factor';
import { operator } from '../workflows/creator';
import { dataOf, type Work, type OperatorParts } from './operator-parts';

/** Invites a member and prints the link, for a deployment that sends no mail. */
export const inviteMember: Work = async (parts, read) => {
  const [email, role] = [read.text('email'), read.text('role')];
  return inviteTo(parts, await read.context(), email, role);
};

/** Removes the second factor of a member who has lost the device and the recovery codes. */
export const resetSecondFactor: Work = async ({ runtime, systemPool }, read) => {
  const email = read.text('email');
  const users = createUsers(systemPool);
  const userId = await users.byEmail(email);
  if (userId === undefined) throw new StartError('No member has this address.');
  const change = { userId, actor: 'operator', requestId: `command_${newId()}` };
  if (await endSecondFactor({ runtime, users }, change, 'operator')) return { userId, email };
  throw new StartError('This member has no second factor.');
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
