import type { SealedSecret } from '@timbre/kit';
import type { WebhookProviders } from './providers';

const secretBytes = 32;

/**
 * Returns a new secret for an endpoint, sealed (encrypted) for storage. Call this function before
 * the transaction begins, because sealing may require a call to a remote KMS.
 */
export const sealNewSecret = (
  { secrets, randomBytes }: WebhookProviders,
  organizationId: string,
  secretId: string,
): Promise<SealedSecret> =>
  secrets.seal({ organizationId, secretId, version: 1 }, randomBytes(secretBytes));
