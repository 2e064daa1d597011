import { hash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { itemAt } from '@timbre/fiscal';

export type KeyMode = 'live' | 'test';

/** Returns the name of the environment that the API keys of a deployment contain. */
export const modeOf = (environment: 'production' | 'sandbox'): KeyMode =>
  environment === 'production' ? 'live' : 'test';

export interface ApiKey {
  text: string;
  mode: KeyMode;
  credentialId: string;
  secret: string;
}

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const secretLength = 43;
const checksumLength = 6;
const shape = /^timbre_(live|test)_([0-9a-f]{32})_([0-9A-Za-z]{43})([0-9A-Za-z]{6})$/;

function base62(value: bigint, length: number): string {
  let text = '';
  for (let rest = value; text.length < length; rest /= 62n)
    text = alphabet[Number(rest % 62n)] + text;
  return text;
}

const checksum = (text: string): string => base62(BigInt(crc32(text)), checksumLength);

/**
 * Formats an API key, which ends with 32 random bytes and a checksum of all preceding characters.
 */
export function writeApiKey(
  mode: KeyMode,
  credentialId: string,
  entropy: Buffer = randomBytes(32),
): ApiKey {
  const secret = base62(BigInt(`0x${entropy.toString('hex')}`), secretLength);
  const body = `timbre_${mode}_${credentialId.replaceAll('-', '')}_${secret}`;
  return { text: body + checksum(body), mode, credentialId, secret };
}

/** Parses an API key; returns undefined if the text has another format or a wrong checksum. */
export function readApiKey(text: string): ApiKey | undefined {
  const match = shape.exec(text);
  if (!match || checksum(text.slice(0, -checksumLength)) !== match[4]) return undefined;
  const hex = itemAt(match, 2);
  const credentialId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return { text, mode: match[1] as KeyMode, credentialId, secret: itemAt(match, 3) };
}

/**
 * Returns the digest that is stored in place of a secret. A plain SHA-256 is enough, because the
 * secret is long and random.
 */
export const secretDigest = (secret: string): Buffer => hash('sha256', secret, 'buffer');
