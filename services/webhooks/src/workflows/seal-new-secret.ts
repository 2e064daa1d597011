import type { SealedSecret } from '@timbre/kit';
import type { WebhookProviders } from './providers';

const secretBytes = 32;

/**
 * Returns a new sealed secret. The function must be called before the transaction begins, because
 * the KMS may be remote.
 */
export const sealNewSecret = (
  { secrets, randomBytes }: WebhookProviders,
  organizationId: string,
  secretId: string,
): Promise<SealedSecret> =>
  secrets.seal({ organizationId, secretId, version: 1 }, randomBytes(secretBytes));
