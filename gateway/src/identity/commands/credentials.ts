import { randomBytes } from 'node:crypto';
import { permissions, type Permission } from '@timbre/api';
import { StartError } from '@timbre/kit';
import { modeOf, readApiKey, writeApiKey } from '../domain/api-key';
import { create } from '../operations/create-credential';
import { expose, revoke } from '../operations/revoke-credential';
import { organizationOfCredential } from '../store/credentials';
import { operator } from '../workflows/creator';
import { contextOf, dataOf, type Work } from './operator-parts';

/**
 * Creates a credential, even for an organization without a valid API key. Without --permissions,
 * the credential has all permissions.
 */
export const createCredential: Work = async ({ runtime }, read) => {
  const context = await read.context();
  const given = read.optional('permissions')?.split(',') ?? permissions;
  const unknown = given.filter((name) => !permissions.includes(name as Permission));
  if (unknown.length)
    throw new StartError(`--permissions has unknown ones: ${unknown.join(', ')}.`);
  const entropy = randomBytes(32);
  const made = dataOf(
    await create.run(runtime, context, {
      name: read.text('name'),
      permissions: [...given] as Permission[],
      entropy,
      creator: operator,
    }),
  );
  const { environment } = context;
  const key = writeApiKey(modeOf(environment), made['credentialId'] as string, entropy);
  return { ...made, apiKey: key.text };
};

/**
 * Revokes the credential that --credential and --organization name, or the credential that belongs
 * to a leaked API key: `--key -` reads the API key from standard input. With --replacements, the
 * command also revokes the credentials that replaced the credential.
 */
export const revokeCredential: Work = async (parts, read) => {
  const { runtime, systemPool, readInput } = parts;
  const replacements = read.flag('replacements');
  const given = read.optional('key');
  if (given === undefined) {
    const request = { credentialId: read.text('credential'), replacements, creator: operator };
    return dataOf(await revoke.run(runtime, await read.context(), request));
  }
  if (given !== '-') throw new StartError('A key is read from the input: --key -');
  const key = readApiKey((await readInput()).trim());
  const organizationId = await organizationOfCredential(systemPool, key?.credentialId);
  if (!key || organizationId === undefined)
    throw new StartError('The input is not an API key of this deployment.');
  const context = await contextOf(parts, organizationId);
  const request = { credentialId: key.credentialId, replacements };
  return dataOf(await expose.run(runtime, context, request));
};
