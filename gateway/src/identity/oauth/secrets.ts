import { createHash, hkdfSync } from 'node:crypto';

/**
 * Derives a cryptographic key for one purpose from the deployment's secret.
 * @returns 32 bytes
 */
export const derivedKey = (contextKey: Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', contextKey, '', purpose, 32));

/** Returns the digest that is stored in place of a random identifier. */
export const digestOf = (identifier: string): Buffer =>
  createHash('sha256').update(identifier).digest();
