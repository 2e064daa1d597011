import { X509Certificate, type KeyObject } from 'node:crypto';
import { localDateTimeIn, postalCode } from '@timbre/fiscal';
import type { CertificateAuthority } from '../authority/certificate-authority';
import type { CertificateRegister } from '../store/certificates';
import type { SealedDocument } from '../stamping/document';
import { pacRefusal, type PacRefusal } from '../stamping/refusal';

export interface TrustedCertificates {
  readonly authority: CertificateAuthority;
  readonly register: CertificateRegister;
}

/** The fields of an SAT certificate that a PAC reads. */
export interface Certificate {
  /** The certificate number (NoCertificado), which has 20 digits. */
  readonly number: string;
  readonly rfc: string;
  readonly validFrom: Date;
  readonly validTo: Date;
  /** True if the certificate is a CSD. A CSD contains a branch, and a FIEL does not. */
  readonly isCsd: boolean;
  readonly publicKey: KeyObject;
}

export type CertificateVerdict =
  { readonly certificate: Certificate } | { readonly refusal: PacRefusal };

/**
 * Validates the issuer's certificate.
 * - 301: it is not a certificate, or its number differs from NoCertificado; 308: the simulator's authority
 *   did not issue it
 * - 306: it is a FIEL; 303: its RFC is not the issuer's RFC; 304: it is revoked; 305: Fecha is outside its
 *   period of validity
 */
export function judgeCertificate(
  document: SealedDocument,
  certificateText: string,
  { authority, register }: TrustedCertificates,
  now: Date,
): CertificateVerdict {
  const der = Buffer.from(certificateText, 'base64');
  const certificate = readCertificate(der);
  if (!certificate) return { refusal: pacRefusal('301', 'Certificado no legible.') };
  const { number, rfc, isCsd } = certificate;
  if (!authority.issued(der)) return { refusal: pacRefusal('308', number) };
  if (number !== document.certificateNumber)
    return { refusal: pacRefusal('301', `NoCertificado: ${document.certificateNumber}`) };
  if (!isCsd) return { refusal: pacRefusal('306', number) };
  if (rfc !== document.issuerRfc)
    return { refusal: pacRefusal('303', `${rfc} no es ${document.issuerRfc}.`) };
  if (register.isRevoked(number, now)) return { refusal: pacRefusal('304', number) };
  if (!covers(certificate, document)) return { refusal: pacRefusal('305', document.issuedAt) };
  return { certificate };
}

/** Parses a certificate; returns `undefined` if the bytes are not a certificate. */
export function readCertificate(der: Uint8Array): Certificate | undefined {
  let x509: X509Certificate;
  try {
    x509 = new X509Certificate(der);
  } catch {
    // The caller refuses the document.
    return undefined;
  }
  // Node's types declare only the usual attributes of a certificate's name.
  const subject = x509.toLegacyObject().subject as unknown as Readonly<Record<string, string>>;
  // In the certificate of a company, the RFC of the representative follows the company's RFC after a slash.
  const [rfc = ''] = (subject['x500UniqueIdentifier'] ?? '').split(' / ');
  return {
    number: certificateNumber(x509),
    rfc,
    validFrom: new Date(x509.validFrom),
    validTo: new Date(x509.validTo),
    isCsd: subject['OU'] !== undefined,
    publicKey: x509.publicKey,
  };
}

/**
 * Returns the SAT's certificate number (NoCertificado). The bytes of the serial number are the digits of
 * this number in ASCII.
 */
export function certificateNumber({ serialNumber }: X509Certificate): string {
  return Buffer.from(serialNumber, 'hex').toString('latin1');
}

/** Returns whether the certificate is valid at Fecha, compared in the local time of the place of issue. */
function covers({ validFrom, validTo }: Certificate, document: SealedDocument): boolean {
  const zone = postalCode(document.placeOfIssue, document.issuedAt.slice(0, 10))?.ianaZone;
  // An unknown place of issue is not refused here, because the SAT's matrix refuses it (CFDI40126).
  if (!zone) return true;
  const local = (at: Date) => localDateTimeIn(at.getTime(), zone);
  return document.issuedAt >= local(validFrom) && document.issuedAt <= local(validTo);
}
