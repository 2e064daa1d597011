import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { Kms } from './sealed-secret';

const key = z
  .base64()
  .transform((text) => Buffer.from(text, 'base64'))
  .refine((bytes) => bytes.length === 32, 'must be base64 of 32 bytes');

const keyFile = z
  .strictObject({ activeKeyId: z.string().min(1), keys: z.record(z.string().min(1), key) })
  .refine(({ activeKeyId, keys }) => activeKeyId in keys, 'activeKeyId must be one of keys');

const nonceBytes = 12;
const tagBytes = 16;

/**
 * Returns a KMS whose keys are in a file: `{"activeKeyId", "keys": {id: base64 of 32 bytes}}`. Old
 * encryption keys stay in the file until the data key of every secret is rewrapped. The file is
 * suitable for development, and for clusters that mount it as a secret.
 * @throws Error that names the file and the problem, but never the file's contents
 */
export function localKms(file: string): Kms {
  const { activeKeyId, keys } = readKeys(file);
  const keyOf = (keyId: string): Buffer => {
    const found = keys[keyId];
    if (!found) throw new Error(`the key file has no key "${keyId}"`);
    return found;
  };
  return {
    activeKeyId,
    wrap: async (dataKey, context) => ({
      keyId: activeKeyId,
      wrappedKey: encrypt(keyOf(activeKeyId), dataKey, context),
    }),
    unwrap: async ({ keyId, wrappedKey }, context) => decrypt(keyOf(keyId), wrappedKey, context),
  };
}

function readKeys(file: string): z.output<typeof keyFile> {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    // The original parse error is dropped, because it would quote the surrounding text, which is
    // key material here.
    const code = (error as NodeJS.ErrnoException).code;
    throw new Error(`TIMBRE_ENCRYPTION_KEY_FILE ${file}: ${code ?? 'is not JSON'}`);
  }
  const parsed = keyFile.safeParse(content);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`);
  throw new Error(`TIMBRE_ENCRYPTION_KEY_FILE ${file}: ${faults.join('; ')}`);
}

/**
 * Encrypts with AES-256-GCM and a random nonce; returns nonce, ciphertext and tag. The context is
 * authenticated together with the plaintext.
 */
export function encrypt(key: Buffer, plaintext: Buffer, context: string): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context));
  return Buffer.concat([nonce, cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]);
}

/** @throws Error if the key, the context or any bit differs */
export function decrypt(key: Buffer, sealed: Buffer, context: string): Buffer {
  const nonce = sealed.subarray(0, nonceBytes);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes });
  decipher.setAAD(Buffer.from(context)).setAuthTag(sealed.subarray(-tagBytes));
  return Buffer.concat([decipher.update(sealed.subarray(nonceBytes, -tagBytes)), decipher.final()]);
}
