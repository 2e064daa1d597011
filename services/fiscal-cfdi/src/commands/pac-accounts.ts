import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { SecretBox } from '../domain/ports';
import { listPacAccounts, putPacAccounts, type GivenPacAccount } from './put-pac-accounts';
import { asOperator, type Deployment } from './operator';

const options = { organization: { type: 'string' }, file: { type: 'string' } } as const;

export interface PacAccountsParts {
  deployment: Deployment;
  secrets: SecretBox;
  /** Reads a text in the format of TIMBRE_PACS. */
  parse: (text: string) => GivenPacAccount[];
}

/**
 * `main.js pac-accounts --organization ID [--file FILE]`: replaces the accounts of an organization
 * by those of the file (`/dev/stdin` keeps passwords off the disk) and lists the result.
 * @returns the text to print; no credentials
 */
export async function runPacAccounts(
  { deployment, secrets, parse }: PacAccountsParts,
  args: string[],
): Promise<string> {
  const { values } = parseArgs({ args, options });
  const organizationId = values.organization ?? '';
  const given = values.file === undefined ? undefined : parse(readFileSync(values.file, 'utf8'));
  const accounts = await asOperator(deployment, { secrets }, async (runtime) => {
    if (given) await putPacAccounts(runtime, organizationId, given);
    return listPacAccounts(runtime, organizationId);
  });
  const shown = accounts.map(({ name, kind, baseUrl, apiUrl, position }) => ({
    ...{ name, kind, baseUrl, apiUrl, position },
  }));
  return JSON.stringify({ organizationId, accounts: shown });
}
