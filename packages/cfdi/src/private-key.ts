import {
  createDecipheriv,
  createPrivateKey,
  pbkdf2,
  scrypt,
  sign,
  verify,
  type KeyObject,
} from 'node:crypto';
import { certain } from '@timbre/fiscal';
import { CredentialError, type Certificate } from './certificate';
import { members, tags } from './der';
import { algorithmName, readEncryptedKey, type EncryptedKey } from './encrypted-key';

/** A decrypted private key. The passphrase is never displayed. */
export type PrivateKey = KeyObject;

const rsaEncryption = '2a864886f70d010101';
/**
 * The maximum length of a key, in bits. The SAT's keys have 2,048 bits, whereas a signature with a key of
 * 24,000 bits would take seconds.
 */
const modulusBitsMax = 4_096;

/**
 * Decrypts the private key in a `.key` file (encrypted PKCS#8 in DER). The derivation can take a tenth of a
 * second, so it runs in a thread of libuv.
 * @throws CredentialError, whose message never contains the passphrase or the key
 */
export async function openPrivateKey(der: Uint8Array, passphrase: string): Promise<KeyObject> {
  const encrypted = readEncryptedKey(der);
  try {
    return rsaKey(await decrypt(encrypted, passphrase));
  } catch (error) {
    if (error instanceof CredentialError && error.reason === 'unsupported') throw error;
    // The original error is dropped, because its text in a log could reveal the passphrase's length or the
    // key's bytes.
    const message = 'the private key does not open with this passphrase';
    throw new CredentialError(message, 'passphrase_wrong');
  }
}

async function decrypt(key: EncryptedKey, passphrase: string): Promise<Buffer> {
  const derived = await derive(key, passphrase);
  const decipher = createDecipheriv(key.cipher, derived, key.iv);
  derived.fill(0);
  return Buffer.concat([decipher.update(key.data), decipher.final()]);
}

function derive({ derivation, keyBytes }: EncryptedKey, passphrase: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const done = (error: Error | null, key: Buffer) => (error ? reject(error) : resolve(key));
    if (derivation.kind === 'scrypt') {
      const { salt, N, r, p } = derivation;
      return scrypt(passphrase, salt, keyBytes, { N, r, p }, done);
    }
    const { salt, iterations, digest } = derivation;
    return pbkdf2(passphrase, salt, iterations, keyBytes, digest, done);
  });
}

/**
 * Returns the key if it is an RSA key, like all keys of the SAT. Other keys are rejected first, because
 * OpenSSL would need much time to compute the public half of a long DSA key.
 */
function rsaKey(plain: Buffer): KeyObject {
  try {
    const [key] = members(plain, tags.sequence);
    const [, algorithm] = members(key, tags.integer, tags.sequence);
    if (algorithmName(algorithm) !== rsaEncryption) {
      throw new CredentialError('the private key is not an RSA key', 'unsupported');
    }
    const opened = createPrivateKey({ key: plain, format: 'der', type: 'pkcs8' });
    const { modulusLength } = certain(opened.asymmetricKeyDetails, 'asymmetricKeyDetails');
    if (certain(modulusLength, 'modulusLength') > modulusBitsMax) {
      throw new CredentialError('the private key is longer than those of the SAT', 'unsupported');
    }
    return opened;
  } finally {
    plain.fill(0);
  }
}

const probe = Buffer.from('timbre');

/**
 * Whether the certificate was issued for the private key. Only a test signature proves that both match,
 * because a file can contain the certificate's public half with an unrelated private half.
 */
export function keyMatches({ publicKey }: Certificate, key: KeyObject): boolean {
  try {
    return verify('sha256', probe, publicKey, sign('sha256', probe, key));
  } catch {
    // A key of another type cannot belong to the certificate.
    return false;
  }
}
