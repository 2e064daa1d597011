import { parseArgs } from 'node:util';
import { Refusal, StartError } from '@timbre/kit';
import { createCredential, revokeCredential } from './credentials';
import { inviteMember } from './members';
import { disconnectApplication, linkMember, listApplications, loginCode, rotate } from './oauth';
import {
  contextOf,
  type OperatorCommand,
  type OperatorParts,
  type OptionReader,
} from './operator-parts';
import {
  archiveOrganization,
  createOrganization,
  deleteOrganization,
  listOrganizations,
  restoreOrganization,
} from './organizations';

type Options = Partial<Record<string, string | boolean>>;

/** `main.js <subject> <verb> --option value`. */
const commands: Record<string, OperatorCommand> = {
  'organization create': createOrganization,
  'organization list': listOrganizations,
  'organization archive': archiveOrganization,
  'organization restore': restoreOrganization,
  'organization delete': deleteOrganization,
  'member invite': inviteMember,
  'member login-code': loginCode,
  'member link': linkMember,
  'application list': listApplications,
  'application disconnect': disconnectApplication,
  'oauth rotate-keys': rotate,
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
    return await commands[args.slice(0, 2).join(' ')]!(parts, readerOf(parts, values as Options));
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
  context: () => contextOf(parts, textOf(options, 'organization')),
});

function textOf(options: Options, name: string): string {
  const value = options[name];
  if (typeof value === 'string' && value.trim() !== '') return value.trim();
  throw new StartError(`--${name} is missing.`);
}
