import type { SealedSecret, SecretBox } from '@timbre/kit';
import { LRUCache } from 'lru-cache';

/**
 * The maximum number of unsealed (decrypted) secrets that are cached in memory. Secrets are cached,
 * because unsealing a secret can require a call to a remote KMS.
 */
const keptMax = 2_000;

/**
 * Returns a function that unseals (decrypts) secrets and caches them by identifier. A cached secret
 * stays valid, because the secret of an identifier never changes.
 * @param load a function that reads a sealed secret, or returns undefined if the secret was deleted
 */
export function createKeptSecrets(
  secrets: SecretBox,
  load: (organizationId: string, secretId: string) => Promise<SealedSecret | undefined>,
) {
  const kept = new LRUCache<string, Buffer>({ max: keptMax });

  async function open(organizationId: string, secretId: string): Promise<Buffer | undefined> {
    const known = kept.get(secretId);
    if (known) return known;
    const sealed = await load(organizationId, secretId);
    if (!sealed) return undefined;
    const opened = await secrets.open(sealed);
    kept.set(secretId, opened);
    return opened;
  }
  return async (claimed: {
    organizationId: string;
    secretIds: string[];
  }): Promise<Buffer[] | undefined> => {
    const found = await Promise.all(
      claimed.secretIds.map((id) => open(claimed.organizationId, id)),
    );
    const opened = found.filter((secret) => secret !== undefined);
    return opened.length === found.length ? opened : undefined;
  };
}
