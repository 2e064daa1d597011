import { StartError } from '@timbre/kit';
import type { OperatorParts, OptionReader } from './operator-parts';
import { createApplications } from '../oauth/applications';
import { createCodeOf, openCodes } from '../oauth/login-codes';
import { rotateKeys } from '../oauth/signing-keys';
import { createUsers } from '../store/users';

/** Prints the valid login codes of an address, for a deployment that sends no mail. */
export async function loginCode(
  { systemPool, contextKey }: OperatorParts,
  read: OptionReader,
): Promise<object> {
  const codes = await openCodes(systemPool, createCodeOf(contextKey), read.text('email'));
  if (codes.length === 0) {
    throw new StartError('No code waits for this address: ask for one on the login page first.');
  }
  return { codes };
}

/**
 * Makes the next signing key for access tokens the current key. With --exposed, all tokens signed
 * with the old key become invalid.
 */
export const rotate = (
  { systemPool, contextKey }: OperatorParts,
  read: OptionReader,
): Promise<object> => rotateKeys(systemPool, contextKey, read.flag('exposed'));

/**
 * Records the subject identifier that another token issuer uses for a member, which is needed if
 * the issuer's tokens contain no verified e-mail address.
 */
export async function linkMember(
  { systemPool }: OperatorParts,
  read: OptionReader,
): Promise<object> {
  const users = createUsers(systemPool);
  const [email, issuer, subject] = ['email', 'issuer', 'subject'].map(read.text) as [
    string,
    string,
    string,
  ];
  const userId = await users.byEmail(email);
  if (userId === undefined) throw new StartError('No member has this address.');
  await users.link(issuer, subject, userId);
  return { userId, email, issuer, subject };
}

/**
 * Lists the applications that members have connected. With --email, only the applications of one
 * member are listed.
 */
export async function listApplications(parts: OperatorParts, read: OptionReader): Promise<object> {
  const { organizationId } = await read.context();
  const email = read.optional('email');
  const userId =
    email === undefined ? undefined : await createUsers(parts.systemPool).byEmail(email);
  if (email !== undefined && userId === undefined)
    throw new StartError('No member has this address.');
  const applications = createApplications(parts.runtime, parts.systemPool);
  return { applications: await applications.list(organizationId, userId) };
}

/** Ends an application's access immediately. */
export async function disconnectApplication(
  parts: OperatorParts,
  read: OptionReader,
): Promise<object> {
  const applicationId = read.text('application');
  const applications = createApplications(parts.runtime, parts.systemPool);
  if (await applications.disconnect(await read.context(), applicationId)) {
    return { applicationId, isDisconnected: true };
  }
  throw new StartError('The organization has no such application.');
}
