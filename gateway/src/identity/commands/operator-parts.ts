import type { CallContext, Runtime } from '@timbre/kit';
import type { Pool } from 'pg';
import type { InvitationLinks } from '../domain/invitation-links';

/**
 * The parts that operator commands work on. A person who may run them in the image may do
 * everything.
 */
export interface OperatorParts {
  runtime: Runtime;
  systemPool: Pool;
  databaseUrl: string;
  /** The deployment's secret. */
  contextKey: Buffer;
  links: InvitationLinks;
  /** The text of standard input. */
  readInput: () => Promise<string>;
}

/** Reads the options of a command. */
export interface OptionReader {
  /** @throws StartError if it is missing */
  text: (name: string) => string;
  optional: (name: string) => string | undefined;
  flag: (name: string) => boolean;
  /** The caller of an operation for the organization that the options name. */
  context: () => Promise<CallContext>;
}
