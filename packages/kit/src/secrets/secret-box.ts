import { randomBytes } from 'node:crypto';
import { decrypt, encrypt } from './local-kms';
import type { Kms, SecretBox, SecretOwner } from './sealed-secret';

/**
 * Returns the context that binds ciphertext and wrapped key to their row, so that they cannot be
 * decrypted in another row.
 */
const contextOf = ({ organizationId, secretId, version }: SecretOwner): string =>
  `${organizationId}|${secretId}|${version}`;

/**
 * Encrypts secrets with envelope encryption: each secret has a random data key, and the KMS wraps
 * only this key. A key rotation therefore rewrites only 60 bytes per secret.
 */
export function secretBox(kms: Kms): SecretBox {
  return {
    activeKeyId: kms.activeKeyId,
    async seal(owner, plaintext) {
      const context = contextOf(owner);
      const dataKey = randomBytes(32);
      const ciphertext = encrypt(dataKey, plaintext, context);
      const wrapped = await kms.wrap(dataKey, context).finally(() => dataKey.fill(0));
      return { ...owner, ...wrapped, ciphertext };
    },
    async open(secret) {
      const context = contextOf(secret);
      const dataKey = await kms.unwrap(secret, context);
      try {
        return decrypt(dataKey, secret.ciphertext, context);
      } finally {
        dataKey.fill(0);
      }
    },
    async rewrap(secret) {
      const context = contextOf(secret);
      const dataKey = await kms.unwrap(secret, context);
      return kms.wrap(dataKey, context).finally(() => dataKey.fill(0));
    },
  };
}
