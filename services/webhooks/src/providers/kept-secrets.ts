import type { SealedSecret, SecretBox } from '@timbre/kit';
import { LRUCache } from 'lru-cache';

/** Opened secrets kept in memory: opening one may ask a remote KMS. */
const keptMax = 2_000;

/**
 * Opens secrets by their identifiers, which never get another value.
 * @param load undefined where the secret is gone
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
