import { generateKeyPairSync, sign } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import type { Signer } from '../src/seal';
import { integer, oid, sequence, tlv } from './der';

/**
 * The options of a generated certificate. All other fields have the same values as in the SAT's
 * certificates.
 */
export interface CertificateOptions {
  readonly number?: string;
  readonly rfc?: string;
  readonly name?: string;
  /** `isCsd` is false for a FIEL, which has no branch (OU). */
  readonly isCsd?: boolean;
  readonly validFrom?: string;
  readonly validTo?: string;
}

export interface Credentials {
  readonly der: Buffer;
  readonly privateKey: KeyObject;
  readonly signer: Signer;
}

const DEFAULTS = {
  number: '30001000000500009999',
  rfc: 'EKU9003173C9',
  name: 'ESCUELA KEMPER URGATE',
  isCsd: true,
  validFrom: '20250101000000Z',
  validTo: '20290101000000Z',
};

let sharedKey: KeyObject | undefined;

/** Tests share one key pair, because generating a key pair takes a tenth of a second. */
export function testKey(): KeyObject {
  sharedKey ??= newKey();
  return sharedKey;
}

export function newKey(): KeyObject {
  return generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
}

/** Creates a self-signed certificate, encoded as DER without a library. */
export function makeCredentials(options: CertificateOptions = {}, key = testKey()): Credentials {
  const settings = { ...DEFAULTS, ...options };
  const der = certificate(settings, key);
  return {
    der,
    privateKey: key,
    signer: {
      privateKey: key,
      certificateNumber: settings.number,
      certificateBase64: der.toString('base64'),
    },
  };
}

function certificate(settings: typeof DEFAULTS, key: KeyObject): Buffer {
  const name = subject(settings);
  const tbs = sequence(
    context(0, integer(Buffer.from([2]))),
    integer(Buffer.from(settings.number, 'latin1')),
    SHA256_WITH_RSA,
    name,
    sequence(time(settings.validFrom), time(settings.validTo)),
    name,
    publicKeyInfo(key),
  );
  return sequence(tbs, SHA256_WITH_RSA, bits(sign('sha256', tbs, key)));
}

function publicKeyInfo(key: KeyObject): Buffer {
  const { n, e } = key.export({ format: 'jwk' });
  const number = (value: string | undefined): Buffer =>
    integer(Buffer.concat([Buffer.from([0]), Buffer.from(value ?? '', 'base64url')]));
  const rsa = sequence(oid('1.2.840.113549.1.1.1'), tlv(5, Buffer.alloc(0)));
  const exponent = integer(Buffer.from(e ?? '', 'base64url'));
  return sequence(rsa, bits(sequence(number(n), exponent)));
}

function subject({ rfc, name, isCsd }: typeof DEFAULTS): Buffer {
  const fields: [string, string][] = [
    ['2.5.4.3', name],
    ['2.5.4.41', name],
    ['2.5.4.45', `${rfc} / VADA800927DJ3`],
  ];
  if (isCsd) fields.push(['2.5.4.11', 'Sucursal 1']);
  const utf8 = (text: string): Buffer => tlv(12, Buffer.from(text, 'utf8'));
  return sequence(...fields.map(([id, text]) => tlv(0x31, sequence(oid(id), utf8(text)))));
}

const SHA256_WITH_RSA = sequence(oid('1.2.840.113549.1.1.11'), tlv(5, Buffer.alloc(0)));

function context(tag: number, content: Buffer): Buffer {
  return tlv(0xa0 + tag, content);
}

function bits(bytes: Buffer): Buffer {
  return tlv(3, Buffer.concat([Buffer.from([0]), bytes]));
}

function time(text: string): Buffer {
  return tlv(24, Buffer.from(text, 'latin1'));
}
