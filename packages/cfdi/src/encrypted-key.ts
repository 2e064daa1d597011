import { CredentialError } from './certificate';
import { members, optional, tags, unsigned } from './der';

/**
 * How the cipher key is derived from the passphrase. The file contains the parameters, so the file
 * determines the cost of the derivation.
 */
type Derivation =
  | { kind: 'pbkdf2'; salt: Uint8Array; iterations: number; digest: string }
  | { kind: 'scrypt'; salt: Uint8Array; N: number; r: number; p: number };

/** An encrypted PKCS#8 key (RFC 5958, EncryptedPrivateKeyInfo), as in the SAT's `.key` files. */
export interface EncryptedKey {
  readonly derivation: Derivation;
  readonly cipher: string;
  readonly keyBytes: number;
  readonly iv: Uint8Array;
  readonly data: Uint8Array;
}

/**
 * The SAT's keys use PBES2 with PBKDF2 of 2,048 iterations and DES-EDE3-CBC (all 65 public test
 * keys, 2026-11-21). `openssl pkcs8 -topk8` writes PBKDF2 of 2,048 iterations with AES, or with
 * -scrypt N 16384, r 8, p 1. The limits allow all these files, and up to 50 times as many PBKDF2
 * iterations. The limits allow no higher scrypt cost than OpenSSL's default, because scrypt already
 * needs 16 MB of memory at this cost.
 */
const iterationsMax = 100_000;
const scryptCostMax = 16_384 * 8;

const pbes2 = '2a864886f70d01050d';
/** The default hash function of PBKDF2 (RFC 8018, A.2). */
const hmacWithSha1 = 'sha1';
const digests = new Map([
  ['2a864886f70d0207', hmacWithSha1],
  ['2a864886f70d0208', 'sha224'],
  ['2a864886f70d0209', 'sha256'],
  ['2a864886f70d020a', 'sha384'],
  ['2a864886f70d020b', 'sha512'],
]);
const ciphers = new Map([
  ['2a864886f70d0307', { cipher: 'des-ede3-cbc', keyBytes: 24 }],
  ['608648016503040102', { cipher: 'aes-128-cbc', keyBytes: 16 }],
  ['608648016503040116', { cipher: 'aes-192-cbc', keyBytes: 24 }],
  ['60864801650304012a', { cipher: 'aes-256-cbc', keyBytes: 32 }],
]);
const derivations = new Map([
  ['2a864886f70d01050c', readPbkdf2],
  ['2b06010401da47040b', readScrypt],
]);

/**
 * Reads the parameters in the key file without deriving the cipher key.
 * @throws CredentialError unreadable, unsupported or too_costly
 */
export function readEncryptedKey(der: Uint8Array): EncryptedKey {
  const [file] = members(der, tags.sequence);
  const [scheme, data] = members(file, tags.sequence, tags.octets);
  if (algorithmName(scheme) !== pbes2) throw unsupported();
  const [, parameters] = members(scheme, tags.identifier, tags.sequence);
  const [derivation, encryption] = members(parameters, tags.sequence, tags.sequence);
  const read = supported(derivations, derivation);
  const cipher = supported(ciphers, encryption);
  const [, iv] = members(encryption, tags.identifier, tags.octets);
  const [, costs] = members(derivation, tags.identifier, tags.sequence);
  return { derivation: read(costs), ...cipher, iv, data };
}

function readPbkdf2(parameters: Uint8Array): Derivation {
  const [salt, count] = members(parameters, tags.octets, tags.integer);
  const iterations = unsigned(count);
  if (iterations > iterationsMax) throw tooCostly();
  const prf = optional(parameters, tags.sequence);
  return { kind: 'pbkdf2', salt, iterations, digest: prf ? supported(digests, prf) : hmacWithSha1 };
}

function readScrypt(parameters: Uint8Array): Derivation {
  const { octets, integer } = tags;
  const [salt, ...costs] = members(parameters, octets, integer, integer, integer);
  const [N, r, p] = costs.map(unsigned) as [number, number, number];
  if (N * r * p > scryptCostMax) throw tooCostly();
  return { kind: 'scrypt', salt, N, r, p };
}

/** Looks up the algorithm of an AlgorithmIdentifier in a table. */
function supported<T>(table: ReadonlyMap<string, T>, identifier: Uint8Array): T {
  const found = table.get(algorithmName(identifier));
  if (found === undefined) throw unsupported();
  return found;
}

/** Returns the object identifier of an AlgorithmIdentifier, in hexadecimal. */
export function algorithmName(identifier: Uint8Array): string {
  const [name] = members(identifier, tags.identifier);
  return Buffer.from(name).toString('hex');
}

const unsupported = () =>
  new CredentialError('the private key is encrypted in an unsupported way', 'unsupported');
const tooCostly = () => new CredentialError('the private key costs too much to open', 'too_costly');
