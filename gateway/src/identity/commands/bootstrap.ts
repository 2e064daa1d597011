import { newId } from '@timbre/kit';
import { modeOf, secretDigest, writeApiKey } from '../domain/api-key';
import { addOrganization } from '../store/first-records';

/**
 * Creates an organization with its first credential, which has every permission. The command is for
 * operators, because the API itself requires a key. The caller prints organization and key as JSON.
 * The key is shown only in this answer.
 * @param hasKey false if a member comes first, or an operator makes the key later
 */
export async function bootstrap(
  databaseUrl: string,
  environment: 'production' | 'sandbox',
  name: string,
  hasKey = true,
): Promise<{ organizationId: string; apiKey?: string }> {
  const organizationId = newId();
  const credentialId = newId();
  const key = hasKey ? writeApiKey(modeOf(environment), credentialId) : undefined;
  const credential = key && { id: credentialId, digest: secretDigest(key.secret) };
  await addOrganization(databaseUrl, { id: organizationId, name }, credential);
  return { organizationId, ...(key && { apiKey: key.text }) };
}
