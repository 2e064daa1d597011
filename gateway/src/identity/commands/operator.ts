import { parseArgs } from 'node:util';
import { text } from 'node:stream/consumers';
import {
  commandAcquireMs,
  contextKeySetting,
  createSystemPool,
  operatorCommand,
  Refusal,
  serviceSettings,
  StartError,
  type OperatorCommand,
} from '@timbre/kit';
import { createInvitationLinks } from '../domain/invitation-links';
import { publicUrlOf, urlSettings } from '../domain/public-url';
import { createCredential, revokeCredential } from './credentials';
import { inviteMember, resetSecondFactor } from './members';
import { disconnectApplication, linkMember, listApplications, loginCode, rotate } from './oauth';
import { contextOf, type OperatorParts, type OptionReader, type Work } from './operator-parts';
import {
  archiveOrganization,
  createOrganization,
  deleteOrganization,
  demandFactor,
  listOrganizations,
  restoreOrganization,
} from './organizations';

type Options = Partial<Record<string, string | boolean>>;

/** The operator commands of the form `/app/start gateway <subject> <verb> --option value`. */
export const works: Record<string, Work> = {
  bootstrap: createOrganization,
  'organization create': createOrganization,
  'organization list': listOrganizations,
  'organization archive': archiveOrganization,
  'organization restore': restoreOrganization,
  'organization delete': deleteOrganization,
  'organization demand-second-factor': demandFactor,
  'member invite': inviteMember,
  'member login-code': loginCode,
  'member link': linkMember,
  'member reset-second-factor': resetSecondFactor,
  'application list': listApplications,
  'application disconnect': disconnectApplication,
  'oauth rotate-keys': rotate,
  'credential create': createCredential,
  'credential revoke': revokeCredential,
};

/**
 * Runs an operator's command.
 * @returns its output as JSON
 * @throws StartError for missing or invalid options, and with the message of any Refusal
 */
export async function runOperatorCommand(
  command: Work,
  parts: OperatorParts,
  args: string[],
): Promise<object> {
  const { values } = parseArgs({
    args,
    options: {
      ...Object.fromEntries(textOptions.map((name) => [name, { type: 'string' as const }])),
      'if-missing': { type: 'boolean' },
      'without-key': { type: 'boolean' },
      exposed: { type: 'boolean' },
      off: { type: 'boolean' },
      replacements: { type: 'boolean' },
    },
  });
  try {
    return await command(parts, readerOf(parts, values as Options));
  } catch (error) {
    throw error instanceof Refusal ? new StartError(error.message) : error;
  }
}

const { TIMBRE_DATABASE_URL, TIMBRE_SYSTEM_DATABASE_URL, TIMBRE_DATABASE_PREPARED_STATEMENTS } =
  serviceSettings;

/** Wraps a command so that its result is printed as one line of JSON. */
const printed = (command: Work): OperatorCommand =>
  operatorCommand({
    settings: {
      TIMBRE_DATABASE_URL,
      TIMBRE_SYSTEM_DATABASE_URL,
      TIMBRE_DATABASE_PREPARED_STATEMENTS,
      ...contextKeySetting,
      ...urlSettings,
    },
    async work({ runtime, settings, lifetime, args, write }) {
      const { TIMBRE_CONTEXT_KEY: contextKey, TIMBRE_DATABASE_URL: databaseUrl } = settings;
      const connection = {
        url: settings.TIMBRE_SYSTEM_DATABASE_URL,
        isPrepared: settings.TIMBRE_DATABASE_PREPARED_STATEMENTS,
        acquireTimeoutMs: commandAcquireMs,
      };
      const systemPool = createSystemPool(connection, 'gateway-operator', runtime.logger);
      lifetime.closes('system pool', () => systemPool.end());
      const links = createInvitationLinks(contextKey, publicUrlOf(settings));
      const readInput = () => text(process.stdin);
      const parts = { runtime, systemPool, databaseUrl, contextKey, links, readInput };
      write(JSON.stringify(await runOperatorCommand(command, parts, args)));
    },
  });

export const operatorCommands: Record<string, OperatorCommand> = Object.fromEntries(
  Object.entries(works).map(([words, command]) => [words, printed(command)]),
);

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
  throw new StartError(`--${name} is missing: add --${name} and its value.`);
}
