import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { permissions, roleNames, type Permission, type RoleName } from '@timbre/api';
import { isIdentifier, newId, Refusal, StartError, type CallContext } from '@timbre/kit';
import { modeOf, readApiKey, writeApiKey } from '../domain/api-key';
import { bootstrap } from './bootstrap';
import { create } from '../operations/create-credential';
import { operator } from '../workflows/creator';
import { expose, revoke } from '../operations/revoke-credential';
import { invite } from '../operations/invite-member';
import { disconnectApplication, linkMember, listApplications, loginCode, rotate } from './oauth';
import type { OperatorParts, OptionReader } from './operator-parts';
import { archive, end, restore } from '../operations/archive-organization';

type Options = Partial<Record<string, string | boolean>>;
type Command = (parts: OperatorParts, options: Options) => Promise<object>;

/** `main.js <subject> <verb> --option value`. */
const commands: Record<string, Command> = {
  'organization create': createOrganization,
  'organization list': listOrganizations,
  'organization archive': (parts, options) => changed(parts, options, archive),
  'organization restore': (parts, options) => changed(parts, options, restore),
  'organization delete': (parts, options) => changed(parts, options, end),
  'member invite': inviteMember,
  'member login-code': (parts, options) => loginCode(parts, readerOf(parts, options)),
  'member link': (parts, options) => linkMember(parts, readerOf(parts, options)),
  'application list': (parts, options) => listApplications(parts, readerOf(parts, options)),
  'application disconnect': (parts, options) =>
    disconnectApplication(parts, readerOf(parts, options)),
  'oauth rotate-keys': (parts, options) => rotate(parts, readerOf(parts, options)),
  'credential create': createCredential,
  'credential revoke': revokeCredential,
};

export const isOperatorCommand = (args: string[]): boolean =>
  args.slice(0, 2).join(' ') in commands;

/**
 * Runs a command of an operator. @returns what it prints, as JSON
 * @throws StartError for options that are missing or wrong, and with the message of a refusal
 */
export async function runOperatorCommand(parts: OperatorParts, args: string[]): Promise<object> {
  const { values } = parseArgs({
    args: args.slice(2),
    options: {
      ...Object.fromEntries(textOptions.map((name) => [name, { type: 'string' as const }])),
      'if-missing': { type: 'boolean' },
      'without-key': { type: 'boolean' },
      exposed: { type: 'boolean' },
      replacements: { type: 'boolean' },
    },
  });
  try {
    return await commands[args.slice(0, 2).join(' ')]!(parts, values as Options);
  } catch (error) {
    throw error instanceof Refusal ? new StartError(error.message) : error;
  }
}

const textOptions = [
  'name',
  'organization',
  'email',
  'role',
  'permissions',
  'credential',
  'key',
  'owner',
  'application',
  'issuer',
  'subject',
];

const readerOf = (parts: OperatorParts, options: Options): OptionReader => ({
  text: (name) => textOf(options, name),
  optional: (name) => (options[name] === undefined ? undefined : textOf(options, name)),
  flag: (name) => options[name] === true,
  context: () => contextOf(parts, options),
});

function textOf(options: Options, name: string): string {
  const value = options[name];
  if (typeof value === 'string' && value.trim() !== '') return value.trim();
  throw new StartError(`--${name} is missing.`);
}

const lockName = `select pg_advisory_xact_lock(hashtextextended('organization ' || $1, 0))`;
const findByName = `select id from organizations where name = $1 and deleted_at is null
  order by created_at limit 1`;

/**
 * With --if-missing an organization of this name is kept, and no key is made. --without-key makes none for a
 * new one either; --owner invites its first member.
 */
async function createOrganization(parts: OperatorParts, options: Options): Promise<object> {
  const made = await madeOrganization(parts, options);
  if (options['owner'] === undefined) return made;
  const email = textOf(options, 'owner');
  const { rowCount } = await parts.systemPool.query(
    'select 1 from members where org_id = $1 and email = lower($2)',
    [made.organizationId, email],
  );
  if (rowCount) return made;
  const invited = { organization: made.organizationId, email, role: 'owner' };
  return { ...made, owner: await inviteMember(parts, invited) };
}

async function madeOrganization(
  { systemPool, databaseUrl, runtime: { environment } }: OperatorParts,
  options: Options,
): Promise<{ organizationId: string; apiKey?: string; isCreated?: boolean }> {
  const name = textOf(options, 'name');
  const hasKey = !options['without-key'];
  if (!options['if-missing']) return bootstrap(databaseUrl, environment, name, hasKey);
  const client = await systemPool.connect();
  try {
    // If two commands run at once, the later one finds the result of the earlier one.
    await client.query('begin');
    await client.query(lockName, [name]);
    const { rows } = await client.query<{ id: string }>(findByName, [name]);
    if (rows[0]) return { organizationId: rows[0].id, isCreated: false };
    const made = await bootstrap(databaseUrl, environment, name, hasKey);
    return { ...made, isCreated: true };
  } finally {
    await client.query('rollback');
    client.release();
  }
}

const listed = `select id as "organizationId", name,
    case when archived_at is null then 'active' else 'archived' end as status,
    instant(created_at) as "createdAt"
  from organizations where deleted_at is null order by created_at, id`;

async function listOrganizations({ systemPool }: OperatorParts): Promise<object> {
  return { organizations: (await systemPool.query(listed)).rows };
}

/** The caller of an operation for an organization that exists. */
async function contextOf(
  { runtime, systemPool }: OperatorParts,
  options: Options,
): Promise<CallContext> {
  const organizationId = textOf(options, 'organization');
  const sql = 'select 1 from organizations where id = $1 and deleted_at is null';
  const isKnown =
    isIdentifier(organizationId) && (await systemPool.query(sql, [organizationId])).rowCount === 1;
  if (!isKnown) throw new StartError(`No organization has the identifier ${organizationId}.`);
  return {
    organizationId,
    environment: runtime.environment,
    actor: 'operator',
    permissions: [],
    requestId: `command_${newId()}`,
    deadlineMs: Infinity,
  };
}

const dataOf = (body: Buffer): Record<string, unknown> =>
  (JSON.parse(body.toString()) as { data: Record<string, unknown> }).data;

async function changed(
  parts: OperatorParts,
  options: Options,
  operation: typeof archive,
): Promise<object> {
  return dataOf(await operation.run(parts.runtime, await contextOf(parts, options), undefined));
}

/** Prints the link, for a deployment that sends no mail. */
async function inviteMember(parts: OperatorParts, options: Options): Promise<object> {
  const [email, role] = [textOf(options, 'email'), textOf(options, 'role') as RoleName];
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw new StartError('--email is no address.');
  if (!roleNames.includes(role)) throw new StartError(`--role is one of ${roleNames.join(', ')}.`);
  const { runtime, links, systemPool } = parts;
  const context = await contextOf(parts, options);
  const granter = { ...operator, actor: context.actor };
  const member = dataOf(await invite.run(runtime, context, { email, role, granter, links }));
  const { rows } = await systemPool.query<{ id: string }>(
    'select invitation_id as id from members where id = $1',
    [member['memberId']],
  );
  return { ...member, link: links.urlOf(rows[0]!.id) };
}

/** Also for an organization whose last key was revoked. Without --permissions it has all. */
async function createCredential(parts: OperatorParts, options: Options): Promise<object> {
  const context = await contextOf(parts, options);
  const given =
    options['permissions'] === undefined ? permissions : textOf(options, 'permissions').split(',');
  const unknown = given.filter((name) => !permissions.includes(name as Permission));
  if (unknown.length)
    throw new StartError(`--permissions has unknown ones: ${unknown.join(', ')}.`);
  const entropy = randomBytes(32);
  const made = dataOf(
    await create.run(parts.runtime, context, {
      name: textOf(options, 'name'),
      permissions: [...given] as Permission[],
      entropy,
      creator: operator,
    }),
  );
  const { environment } = context;
  const key = writeApiKey(modeOf(environment), made['credentialId'] as string, entropy);
  return { ...made, apiKey: key.text };
}

/**
 * By --credential with --organization, or a key that was found: --key - reads it from the input. With
 * --replacements what replaced it ends too.
 */
async function revokeCredential(parts: OperatorParts, options: Options): Promise<object> {
  const { runtime, systemPool, readInput } = parts;
  const replacements = options['replacements'] === true;
  if (options['key'] === undefined) {
    const credentialId = textOf(options, 'credential');
    const request = { credentialId, replacements, creator: operator };
    return dataOf(await revoke.run(runtime, await contextOf(parts, options), request));
  }
  if (options['key'] !== '-') throw new StartError('A key is read from the input: --key -');
  const key = readApiKey((await readInput()).trim());
  const { rows } = await systemPool.query<{ org_id: string }>(
    'select org_id from credentials where id = $1',
    [key?.credentialId ?? null],
  );
  if (!key || !rows[0]) throw new StartError('The input is no API key of this deployment.');
  const context = await contextOf(parts, { organization: rows[0].org_id });
  const request = { credentialId: key.credentialId, replacements };
  return dataOf(await expose.run(runtime, context, request));
}
