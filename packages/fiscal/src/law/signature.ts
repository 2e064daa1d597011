import { createHash, createPublicKey, sign, verify, type KeyObject } from 'node:crypto';
import { packFormat } from './pack';

/**
 * The detached signature of a law pack, in a separate file with the same name and the suffix `.sig`.
 */
export interface PackSignature {
  readonly algorithm: 'Ed25519';
  /** The public key of the signer: 32 bytes in base64. */
  readonly publicKey: string;
  readonly digest: string;
  readonly signature: string;
}

/**
 * The maximum nesting depth of a value. No law pack has deeper values. The limit prevents a hostile
 * file from exhausting the stack.
 */
const depthMax = 64;
/** The number of characters that are hashed at a time. */
const chunkLength = 64 * 1024;

/**
 * Returns the text of a JSON value whose digest is signed: members sorted by name, without spaces.
 * For the values that a law pack contains (texts, integers, true, false and null), the text follows
 * RFC 8785.
 * @throws RangeError for a value that is nested too deeply
 */
export function canonicalText(value: unknown): string {
  const parts: string[] = [];
  writeCanonical(value, (part) => void parts.push(part));
  return parts.join('');
}

/**
 * Returns the SHA-256 digest of the canonical text, in hexadecimal. The whole text is never in
 * memory at once.
 * @throws RangeError for a value that is nested too deeply
 */
export function packDigest(json: unknown): string {
  const hash = createHash('sha256');
  let chunk = '';
  writeCanonical(json, (part) => {
    chunk += part;
    if (chunk.length < chunkLength) return;
    hash.update(chunk);
    chunk = '';
  });
  return hash.update(chunk).digest('hex');
}

function writeCanonical(value: unknown, write: (part: string) => void, depth = 0): void {
  if (depth > depthMax) throw new RangeError(`it is nested deeper than ${depthMax} levels`);
  if (typeof value !== 'object' || value === null) return write(JSON.stringify(value));
  if (Array.isArray(value)) {
    write('[');
    value.forEach((one, at) => {
      if (at > 0) write(',');
      writeCanonical(one, write, depth + 1);
    });
    return write(']');
  }
  const object = value as Record<string, unknown>;
  write('{');
  Object.keys(object)
    .sort()
    .forEach((name, at) => {
      write(`${at > 0 ? ',' : ''}${JSON.stringify(name)}:`);
      writeCanonical(object[name], write, depth + 1);
    });
  write('}');
}

/**
 * Returns the bytes that are signed. The signed bytes contain the name of the pack format, so that a signature
 * for another purpose is not valid.
 */
const signedBytes = (digest: string) => Buffer.from(`${packFormat}\n${digest}\n`);

/** @param key an Ed25519 private key */
export function signDigest(digest: string, key: KeyObject): PackSignature {
  const publicKey = rawPublicKey(createPublicKey(key)).toString('base64');
  const signature = sign(null, signedBytes(digest), key).toString('base64');
  return { algorithm: 'Ed25519', publicKey, digest, signature };
}

/**
 * Returns the 32 bytes of an Ed25519 public key.
 * @throws RangeError for a key of another type
 */
export function rawPublicKey(key: KeyObject): Buffer {
  if (key.asymmetricKeyType !== 'ed25519') throw new RangeError('not an Ed25519 key');
  return Buffer.from(key.export({ format: 'jwk' }).x ?? '', 'base64url');
}

/**
 * Returns the reason why a signature does not make a pack trustworthy; undefined if the signature is
 * valid and trusted.
 */
export function signatureFault(
  digest: string,
  json: unknown,
  trustedKeys: readonly string[],
): string | undefined {
  const given = json as Partial<Record<keyof PackSignature, unknown>> | null;
  const { algorithm, publicKey, digest: signed, signature } = given ?? {};
  if (algorithm !== 'Ed25519' || typeof publicKey !== 'string' || typeof signature !== 'string') {
    return 'its signature has another form than timbre law sign writes';
  }
  if (signed !== digest) return 'it was changed after it was signed';
  if (!trustedKeys.includes(publicKey)) return `the key ${publicKey} is not trusted here`;
  const x = Buffer.from(publicKey, 'base64').toString('base64url');
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  const isRight = verify(null, signedBytes(digest), key, Buffer.from(signature, 'base64'));
  return isRight ? undefined : 'its signature is wrong';
}
