import { certificateFromDer, keyMatches, openPrivateKey, type Certificate } from '@timbre/cfdi';
import { isEncryptedKey } from './encrypted-key';
import type { Issue } from '../issue';

/** The files as the SAT gives them, in base64, and the passphrase of the key. */
export interface Upload {
  certificate: string;
  privateKey: string;
  passphrase: string;
}

/** What an upload was found to be; the certificate is there as soon as it can be read. */
export interface Inspection {
  certificate?: Certificate;
  issues: Issue[];
}

/** The SAT's files have 1 to 3 kB. */
const fileBytesMax = 16_384;

type Key = ReturnType<typeof openPrivateKey>;

/**
 * Checks certificate and key (facts: reliability §6). No message repeats anything of the files.
 * - certificate_unreadable: not base64 of an X.509 certificate with the SAT's 20 digit number
 * - certificate_not_yet_valid, certificate_expired: not in force now
 * - certificate_untrusted: none of the trusted authorities issued it
 * - private_key_unreadable: not base64 of an encrypted PKCS#8 key
 * - passphrase_wrong: the key does not open with the passphrase
 * - key_mismatch: the key is that of another certificate
 */
export function inspectUpload(
  upload: Upload,
  now: Date,
  isTrusted: (der: Uint8Array) => boolean,
): Inspection {
  const certificate = readCertificate(upload.certificate);
  const key = readKey(upload);
  const issues = [
    ...('issue' in certificate
      ? [certificate.issue]
      : certificateIssues(certificate, now, isTrusted)),
    ...('issue' in key ? [key.issue] : []),
  ];
  if ('issue' in certificate) return { issues };
  if ('key' in key && !keyMatches(certificate, key.key)) {
    issues.push(fault('privateKey', 'key_mismatch', 'The key is not the one of the certificate.'));
  }
  return { certificate, issues };
}

/** Faults of a certificate as one of the organization: rfc_mismatch. */
export function holderIssues(certificate: Certificate | undefined, rfc: string): Issue[] {
  if (!certificate || certificate.rfc === rfc) return [];
  const message = 'The certificate is not of the RFC of the fiscal profile.';
  return [fault('certificate', 'rfc_mismatch', message)];
}

function certificateIssues(
  certificate: Certificate,
  now: Date,
  isTrusted: (der: Uint8Array) => boolean,
): Issue[] {
  const issues: Issue[] = [];
  const add = (code: string, message: string) => issues.push(fault('certificate', code, message));
  if (now < certificate.validFrom) {
    add('certificate_not_yet_valid', 'The certificate is not yet in force.');
  }
  if (now > certificate.validTo) add('certificate_expired', 'The certificate has expired.');
  if (!isTrusted(Buffer.from(certificate.base64, 'base64'))) {
    add('certificate_untrusted', 'The certificate was not issued by an authority trusted here.');
  }
  return issues;
}

function readCertificate(text: string): Certificate | { issue: Issue } {
  const bytes = decoded(text);
  try {
    const certificate = bytes && certificateFromDer(bytes);
    if (certificate && /^\d{20}$/.test(certificate.number)) return certificate;
  } catch {
    // What follows says all there is to say without repeating the bytes.
  }
  const message = 'Not a certificate of the SAT; send the .cer file in base64.';
  return { issue: fault('certificate', 'certificate_unreadable', message) };
}

function readKey({ privateKey, passphrase }: Upload): { key: Key } | { issue: Issue } {
  const bytes = decoded(privateKey);
  if (!bytes || !isEncryptedKey(bytes)) {
    const message = 'Not an encrypted private key; send the .key file in base64.';
    return { issue: fault('privateKey', 'private_key_unreadable', message) };
  }
  try {
    return { key: openPrivateKey(bytes, passphrase) };
  } catch {
    const message = 'The private key does not open with this passphrase.';
    return { issue: fault('passphrase', 'passphrase_wrong', message) };
  }
}

/** Standard base64 with its padding; undefined for anything else and for what is too long. */
function decoded(text: string): Buffer | undefined {
  if (text.length === 0 || text.length > fileBytesMax * 1.4) return undefined;
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text) || text.length % 4 !== 0) return undefined;
  return Buffer.from(text, 'base64');
}

const fault = (field: keyof Upload, code: string, message: string): Issue => ({
  path: [field],
  message,
  code,
});
