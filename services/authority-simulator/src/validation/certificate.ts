import { X509Certificate } from 'node:crypto';
import type { CertificateAuthority } from '../authority/certificate-authority';
import { inspectCertificate, type InspectedCertificate } from '../authority/inspect';
import { localDateTime } from '../clock';
import type { CertificateRegister } from '../store/certificates';
import type { SealedDocument } from '../stamping/document';
import { pacRefusal, type PacRefusal } from '../stamping/refusal';
import { zoneOfPostalCode } from './time-zones';

export interface TrustedCertificates {
  readonly authority: CertificateAuthority;
  readonly register: CertificateRegister;
}

export type CertificateVerdict =
  | { readonly certificate: X509Certificate; readonly inspected: InspectedCertificate }
  | { readonly refusal: PacRefusal };

/**
 * The issuer's certificate as the PAC judges it: 301 not a certificate or another number, 308 not
 * of our authority, 306 a FIEL, 303 of another RFC, 304 revoked, 305 Fecha outside its validity.
 */
export function judgeCertificate(
  document: SealedDocument,
  certificateText: string,
  { authority, register }: TrustedCertificates,
  now: Date,
): CertificateVerdict {
  const certificate = parseCertificate(Buffer.from(certificateText, 'base64'));
  const inspected = certificate && inspectCertificate(certificate);
  if (!certificate || !inspected) return { refusal: pacRefusal('301', 'Certificado no legible.') };
  if (!authority.issued(certificate)) return { refusal: pacRefusal('308', inspected.number) };
  if (inspected.number !== document.certificateNumber)
    return { refusal: pacRefusal('301', `NoCertificado: ${document.certificateNumber}`) };
  if (inspected.kind !== 'csd') return { refusal: pacRefusal('306', inspected.number) };
  if (inspected.rfc !== document.issuerRfc)
    return { refusal: pacRefusal('303', `${inspected.rfc} no es ${document.issuerRfc}.`) };
  if (register.isRevoked(inspected.number, now))
    return { refusal: pacRefusal('304', inspected.number) };
  if (!covers(inspected, document)) return { refusal: pacRefusal('305', document.issuedAt) };
  return { certificate, inspected };
}

export function parseCertificate(der: Buffer): X509Certificate | undefined {
  try {
    return new X509Certificate(der);
  } catch {
    return undefined;
  }
}

/** Compares in local time of the place of issue; a CSD is usable from the minute it begins. */
function covers(inspected: InspectedCertificate, document: SealedDocument): boolean {
  const zone = zoneOfPostalCode(document.placeOfIssue);
  return (
    document.issuedAt >= localDateTime(inspected.validFrom, zone) &&
    document.issuedAt <= localDateTime(inspected.validTo, zone)
  );
}
