import { createCipheriv, pbkdf2Sync } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { integer, oid, sequence, tlv } from './der';

const salt = Buffer.from('salt of 8');
const iv = Buffer.alloc(8, 7);
const octets = (bytes: Buffer) => tlv(4, bytes);
const number = (value: number) => {
  const hex = value.toString(16);
  return integer(Buffer.from(`00${hex.padStart(hex.length + (hex.length % 2), '0')}`, 'hex'));
};

export const pkcs8 = (key: KeyObject): Buffer => key.export({ type: 'pkcs8', format: 'der' });

/** Builds a `.key` file in PBES2 with DES-EDE3-CBC from the given parts. */
export function keyFile(parts: { derivation: Buffer; cipher?: string; data?: Buffer }): Buffer {
  const { derivation, cipher = '1.2.840.113549.3.7', data = Buffer.alloc(16) } = parts;
  const encryption = sequence(oid(cipher), octets(iv));
  const pbes2 = sequence(oid('1.2.840.113549.1.5.13'), sequence(derivation, encryption));
  return sequence(pbes2, octets(data));
}

/**
 * Encodes the parameters of PBKDF2. Without `hmac`, the file uses the default HMAC with SHA-1, like
 * the SAT's files.
 */
export const pbkdf2Of = (iterations: number, hmac?: string): Buffer =>
  sequence(
    oid('1.2.840.113549.1.5.12'),
    sequence(octets(salt), number(iterations), ...(hmac ? [sequence(oid(hmac))] : [])),
  );

export const scryptOf = (N: number, r: number, p: number): Buffer =>
  sequence(oid('1.3.6.1.4.1.11591.4.11'), sequence(octets(salt), number(N), number(r), number(p)));

/** Builds a key file whose decryption with the passphrase needs the given number of iterations. */
export function encryptedKey(plain: Buffer, passphrase: string, iterations: number): Buffer {
  const key = pbkdf2Sync(passphrase, salt, iterations, 24, 'sha1');
  const cipher = createCipheriv('des-ede3-cbc', key, iv);
  const data = Buffer.concat([cipher.update(plain), cipher.final()]);
  return keyFile({ derivation: pbkdf2Of(iterations), data });
}
