import { newId } from '@timbre/kit';
import { modeOf, secretDigest, writeApiKey } from '../domain/api-key';
import { addOrganization } from '../store/first-records';

/**
 * Creates an organization and its first credential, which has every permission. Only operators run
 * this command, because a request to the API requires an API key. The caller prints the
 * organization and the API key as JSON. The API key cannot be shown again later.
 * @param hasKey is false if the organization starts with a member, or if an operator creates the
 * key later
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
