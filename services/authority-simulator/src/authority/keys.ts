import 'reflect-metadata';
import { generateKeyPair, type KeyObject, webcrypto } from 'node:crypto';
import { promisify } from 'node:util';

export const SIGNING = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' } as const;

export interface KeyPair {
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

const generate = promisify(generateKeyPair);

/**
 * Generates an RSA key pair. The key is generated off the main thread, because a key of 4096 bits can take a
 * second.
 */
export async function generateRsa(modulusLength: 2048 | 4096): Promise<KeyPair> {
  return generate('rsa', { modulusLength });
}

export async function importPrivate(key: KeyObject): Promise<webcrypto.CryptoKey> {
  const der = key.export({ type: 'pkcs8', format: 'der' });
  return webcrypto.subtle.importKey('pkcs8', der, SIGNING, false, ['sign']);
}

export async function importPublic(key: KeyObject): Promise<webcrypto.CryptoKey> {
  const der = key.export({ type: 'spki', format: 'der' });
  return webcrypto.subtle.importKey('spki', der, SIGNING, true, ['verify']);
}

/**
 * Returns a private key in the form of the SAT's `.key` files, which is PKCS#8 DER under PBES2 (PBKDF2 with
 * 2048 rounds, DES-EDE3-CBC).
 */
export function encryptedKey(key: KeyObject, passphrase: string): Buffer {
  return key.export({ type: 'pkcs8', format: 'der', cipher: 'des-ede3-cbc', passphrase });
}
