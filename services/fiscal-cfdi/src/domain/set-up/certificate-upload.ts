import {
  certificateFromDer,
  keyMatches,
  type Certificate,
  type CredentialFault,
  type PrivateKey,
} from '@timbre/cfdi';
import type { Issue } from '@timbre/fiscal';

/** The SAT's certificate and key files in base64, and the passphrase of the key. */
export interface Upload {
  certificate: string;
  privateKey: string;
  passphrase: string;
}

/**
 * The result of checking an uploaded certificate and its key. The certificate is present if the uploaded
 * file can be parsed.
 */
export interface Inspection {
  certificate?: Certificate;
  issues: Issue[];
}

/** The SAT's certificate and key files have a size of 1 to 3 kB. */
const fileBytesMax = 16_384;

/** The decrypted key of an upload, or the reason why it cannot be decrypted. */
export type UploadedKey = { key: PrivateKey } | { issue: Issue };

/**
 * Checks an uploaded certificate and its key (facts: reliability.md §6). No message contains text from the
 * uploaded files.
 * - certificate_unreadable: the text is not base64 of an X.509 certificate with the SAT's 20-digit number
 * - certificate_not_yet_valid, certificate_expired
 * - certificate_untrusted: no trusted authority issued the certificate
 * - private_key_unreadable: the text is not base64 of an encrypted PKCS#8 key
 * - private_key_unsupported: the key is not an RSA key of at most 4,096 bits, or it is encrypted in a form
 *   that the SAT does not use
 * - private_key_too_costly: the key takes far more work to decrypt than the SAT's key files
 * - passphrase_wrong: the passphrase does not decrypt the key
 * - key_mismatch: the key does not belong to the certificate
 */
export function inspectUpload(
  upload: Upload,
  key: UploadedKey,
  now: Date,
  isTrusted: (der: Uint8Array) => boolean,
): Inspection {
  const certificate = readCertificate(upload.certificate);
  const issues = [
    ...('issue' in certificate
      ? [certificate.issue]
      : certificateIssues(certificate, now, isTrusted)),
    ...('issue' in key ? [key.issue] : []),
  ];
  if ('issue' in certificate) return { issues };
  if ('key' in key && !keyMatches(certificate, key.key)) {
    issues.push(fault('privateKey', 'key_mismatch', 'The key does not belong to the certificate.'));
  }
  return { certificate, issues };
}

/** Returns the issue rfc_mismatch if a certificate belongs to another RFC than the organization's. */
export function holderIssues(certificate: Certificate | undefined, rfc: string): Issue[] {
  if (!certificate || certificate.rfc === rfc) return [];
  const message = 'The certificate does not belong to the RFC of the fiscal profile.';
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
    add(
      'certificate_untrusted',
      'No authority that this deployment trusts issued the certificate.',
    );
  }
  return issues;
}

function readCertificate(text: string): Certificate | { issue: Issue } {
  const bytes = decoded(text);
  try {
    const certificate = bytes && certificateFromDer(bytes);
    if (certificate && /^\d{20}$/.test(certificate.number)) return certificate;
  } catch {
    // The function reports this fault as an issue after the `try` block. The caught error is discarded,
    // because its message could contain bytes of the uploaded file.
  }
  const message = 'Not a certificate of the SAT; send the .cer file in base64.';
  return { issue: fault('certificate', 'certificate_unreadable', message) };
}

export function keyIssue(reason: CredentialFault): Issue {
  const { field, code, message } = keyFaults[reason];
  return fault(field, code, message);
}

const encryptAgain = 'encrypt it again with openssl pkcs8 -topk8 -v2 des3.';
const keyFaults: Record<CredentialFault, { field: keyof Upload; code: string; message: string }> = {
  unreadable: {
    field: 'privateKey',
    code: 'private_key_unreadable',
    message: 'Not an encrypted private key; send the .key file in base64.',
  },
  unsupported: {
    field: 'privateKey',
    code: 'private_key_unsupported',
    message: `The private key is not encrypted as the SAT encrypts keys; ${encryptAgain}`,
  },
  too_costly: {
    field: 'privateKey',
    code: 'private_key_too_costly',
    message: `The private key takes too much work to open; ${encryptAgain}`,
  },
  passphrase_wrong: {
    field: 'passphrase',
    code: 'passphrase_wrong',
    message: 'The private key does not open with this passphrase.',
  },
};

/** Decodes a file from base64; returns an empty buffer for invalid base64 or a file that is too long. */
export const fileBytes = (text: string): Buffer => decoded(text) ?? Buffer.alloc(0);

/**
 * Decodes standard base64 with padding; returns undefined for any other text and for a text that is too
 * long.
 */
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
