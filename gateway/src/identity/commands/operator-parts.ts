import { newId, StartError, type CallContext, type Runtime } from '@timbre/kit';
import type { Pool } from 'pg';
import type { InvitationLinks } from '../domain/invitation-links';
import { isOrganization } from '../store/organizations';

/**
 * The pools, settings and runtime that operator commands use. Permissions are not checked, because
 * anyone who can run commands in the image has full access anyway.
 */
export interface OperatorParts {
  runtime: Runtime;
  systemPool: Pool;
  databaseUrl: string;
  contextKey: Buffer;
  links: InvitationLinks;
  readInput: () => Promise<string>;
}

/** Reads the options of a command. */
export interface OptionReader {
  /** @throws StartError if the option is missing */
  text: (name: string) => string;
  optional: (name: string) => string | undefined;
  flag: (name: string) => boolean;
  /** Returns the context for calling operations in the organization that the options name. */
  context: () => Promise<CallContext>;
}

/**
 * The function that performs an operator's command.
 * @returns the result of the command, which is printed as JSON
 */
export type Work = (parts: OperatorParts, read: OptionReader) => Promise<object>;

/** Returns the context for calling operations in the organization with the given identifier. */
export async function contextOf(
  { runtime, systemPool }: OperatorParts,
  organizationId: string,
): Promise<CallContext> {
  const isKnown = await isOrganization(systemPool, organizationId);
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

export const dataOf = (body: Buffer): Record<string, unknown> =>
  (JSON.parse(body.toString()) as { data: Record<string, unknown> }).data;
