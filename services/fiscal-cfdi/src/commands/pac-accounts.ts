import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { SecretBox } from '../domain/ports';
import { listPacAccounts, putPacAccounts, type GivenPacAccount } from './put-pac-accounts';
import type { Runtime } from '@timbre/kit';

const options = { organization: { type: 'string' }, file: { type: 'string' } } as const;

/**
 * Runs the command `/app/start fiscal-cfdi pac-accounts --organization ID [--file FILE]`, which replaces
 * the PAC accounts of an organization with the accounts in the file, and lists the result. If the file is
 * `/dev/stdin`, the passwords are never written to the disk.
 * @param parse reads a text in the format of TIMBRE_PACS
 * @returns the text to print, which contains no credentials
 */
export async function runPacAccounts(
  runtime: Runtime<{ secrets: SecretBox }>,
  args: string[],
  parse: (text: string) => GivenPacAccount[],
): Promise<string> {
  const { values } = parseArgs({ args, options });
  const organizationId = values.organization ?? '';
  const given = values.file === undefined ? undefined : parse(readFileSync(values.file, 'utf8'));
  if (given) await putPacAccounts(runtime, organizationId, given);
  const accounts = await listPacAccounts(runtime, organizationId);
  const shown = accounts.map(({ name, kind, baseUrl, apiUrl, position }) => ({
    name,
    kind,
    baseUrl,
    apiUrl,
    position,
  }));
  return JSON.stringify({ organizationId, accounts: shown });
}
