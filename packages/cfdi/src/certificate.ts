import { X509Certificate } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { firstIn } from '@timbre/fiscal';

/** A CSD or FIEL certificate that the SAT issued. */
export interface Certificate {
  /** NoCertificado: 20 digits. */
  readonly number: string;
  readonly rfc: string;
  /** The name as written in the certificate, including the kind of company. */
  readonly name: string;
  readonly validFrom: Date;
  readonly validTo: Date;
  /**
   * Whether the certificate is a CSD. The subject of a CSD contains a branch; the subject of a FIEL
   * does not.
   */
  readonly isCsd: boolean;
  /** The DER bytes in base64 on one line, as in the attribute Certificado. */
  readonly base64: string;
  readonly publicKey: KeyObject;
}

/** The error for a file that is not a usable certificate or key. */
export class CredentialError extends Error {
  override readonly name = 'CredentialError';

  constructor(
    message: string,
    readonly reason: CredentialFault = 'unreadable',
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/**
 * - unreadable: not a certificate, or not an encrypted PKCS#8 key
 * - unsupported: an encryption that the SAT does not use, or not an RSA key of at most 4,096 bits
 * - too_costly: the key derivation takes more work than in any real file
 * - passphrase_wrong: the passphrase does not open the key
 */
export type CredentialFault = 'unreadable' | 'unsupported' | 'too_costly' | 'passphrase_wrong';

/** Reads a `.cer` file. Throws CredentialError. */
export function certificateFromDer(der: Uint8Array): Certificate {
  const x509 = readX509(der);
  const subject = fieldsOf(x509.subject);
  return {
    number: numberOf(x509.serialNumber),
    // In a company's certificate, a slash and the RFC of the representative follow the RFC of the
    // company.
    rfc: firstIn((subject.get('x500UniqueIdentifier') ?? '').split('/')).trim(),
    name: subject.get('name') ?? subject.get('CN') ?? '',
    validFrom: new Date(x509.validFrom),
    validTo: new Date(x509.validTo),
    isCsd: subject.has('OU'),
    base64: x509.raw.toString('base64'),
    publicKey: x509.publicKey,
  };
}

function readX509(der: Uint8Array): X509Certificate {
  try {
    return new X509Certificate(der);
  } catch (cause) {
    throw new CredentialError('not an X.509 certificate', 'unreadable', { cause });
  }
}

function fieldsOf(subject: string): Map<string, string> {
  const lines = subject.split('\n').map((line) => {
    const equals = line.indexOf('=');
    return [line.slice(0, equals), unescaped(line.slice(equals + 1))] as const;
  });
  return new Map(lines);
}

/**
 * Removes the escapes from a value of a subject. Node prints a subject in the form of RFC 2253:
 * with a backslash before `,+"\\<>;` or before two hexadecimal digits.
 */
function unescaped(value: string): string {
  return value.replace(/\\(?:([0-9A-F]{2})|(.))/g, (_all, hex?: string, character?: string) =>
    hex === undefined ? (character ?? '') : String.fromCharCode(parseInt(hex, 16)),
  );
}

/**
 * Returns the SAT's certificate number. The serial number contains the digits as ASCII bytes.
 */
function numberOf(serialNumber: string): string {
  const digits = Buffer.from(serialNumber, 'hex').toString('latin1');
  return /^[0-9]{20}$/.test(digits) ? digits : BigInt(`0x${serialNumber}`).toString();
}
