import { openPrivateKey } from '@timbre/cfdi';
import { unavailable } from '@timbre/kit';
import { bulkhead, isBulkheadRejectedError, type BulkheadPolicy } from 'cockatiel';
import type { KeyOpener } from '../domain/ports';

/**
 * The maximum number of private keys that are decrypted at the same time. The limit leaves some of libuv's
 * four threads for signing, file access and name lookups.
 */
const openingMax = 2;
/**
 * The maximum number of queued uploads for each organization. Decrypting a key can take a tenth of a
 * second.
 */
const waitingMax = 8;

/**
 * Decrypts uploaded private keys with fair queueing: one key per organization at a time. A thousand uploads
 * of one organization delay the upload of another organization only by the time of one decryption.
 */
export function keyOpener(open = openPrivateKey): KeyOpener {
  const ofAll = bulkhead(openingMax, Infinity);
  const ofOrganizations = new Map<string, BulkheadPolicy>();
  return async ({ organizationId, file, passphrase }) => {
    const own = ofOrganizations.get(organizationId) ?? bulkhead(1, waitingMax);
    ofOrganizations.set(organizationId, own);
    try {
      return await own.execute(() => ofAll.execute(() => open(file, passphrase)));
    } catch (error) {
      if (!isBulkheadRejectedError(error)) throw error;
      throw unavailable('Your organization has too many key uploads in progress.', error);
    } finally {
      if (own.executionSlots === 1) ofOrganizations.delete(organizationId);
    }
  };
}
