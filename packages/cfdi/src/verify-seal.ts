import { localDateTimeIn } from '@timbre/fiscal';
import { cadenaOriginal } from './cadena';
import { CredentialError, certificateFromDer } from './certificate';
import type { Certificate } from './certificate';
import type { Finding } from './finding';
import { verifyCadena } from './seal';
import type { XmlNode } from './xml';

/** The fields of a CFDI or a withholding document that are needed to verify its seal. */
export interface SealedFields {
  readonly sello: string | undefined;
  readonly certificado: string | undefined;
  readonly noCertificado: string | undefined;
  /** The local date and time of issue. */
  readonly fecha: string;
  readonly rfc: string;
}

export interface SealReview {
  readonly findings: readonly Finding[];
  readonly certificate?: Certificate;
}

// The time zone in which the validity of the SAT's certificates is compared with the local time of a
// document.
const SAT_ZONE = 'America/Mexico_City';

/**
 * Checks the seal against the document and its certificate.
 *
 * - CFDI40106: Certificado is not a certificate; 302: NoCertificado belongs to another certificate, or there
 *   is no seal
 * - CFDI40102: the seal does not match the cadena
 * - 303: the certificate belongs to another taxpayer; 305: Fecha is outside its validity; 306: not a CSD
 */
export function reviewSeal(root: XmlNode, fields: SealedFields): SealReview {
  const certificate = readCertificate(fields.certificado);
  if (!certificate) {
    const message = 'Certificado is not a certificate';
    return { findings: [{ code: 'CFDI40106', path: ['certificado'], message }] };
  }
  const findings: Finding[] = [];
  const add = (code: string, field: string, message: string): void => {
    findings.push({ code, path: [field], message });
  };
  if (fields.noCertificado !== certificate.number) {
    add('302', 'noCertificado', `NoCertificado is not ${certificate.number}`);
  }
  if (!verifyCadena(cadenaOriginal(root), fields.sello ?? '', certificate.publicKey)) {
    add('CFDI40102', 'sello', 'the seal does not match this document');
  }
  if (certificate.rfc !== fields.rfc) {
    add(
      '303',
      'certificado',
      `the certificate belongs to ${certificate.rfc}, not to ${fields.rfc}`,
    );
  }
  const [from, to] = validityOf(certificate);
  if (fields.fecha < from || fields.fecha > to) {
    add('305', 'fecha', `the certificate is valid from ${from} to ${to}`);
  }
  if (!certificate.isCsd)
    add('306', 'certificado', 'the certificate is not a seal certificate (CSD)');
  return { findings, certificate };
}

const validities = new WeakMap<Certificate, readonly [from: string, to: string]>();

/** Returns the first and the last local time at which the certificate is valid. */
function validityOf(certificate: Certificate): readonly [from: string, to: string] {
  const kept = validities.get(certificate);
  if (kept) return kept;
  const { validFrom, validTo } = certificate;
  const localOf = (at: Date) => localDateTimeIn(at.getTime(), SAT_ZONE);
  const validity = [localOf(validFrom), localOf(validTo)] as const;
  validities.set(certificate, validity);
  return validity;
}

/**
 * A cache of certificates, because documents that are verified together have few issuers, and reading a
 * certificate takes as long as verifying a seal.
 */
const known = new Map<string, Certificate>();
const knownMax = 100;
/** The maximum length of a cached text. A SAT certificate has about two thousand characters. */
const keptCharactersMax = 8_192;

function readCertificate(base64: string | undefined): Certificate | undefined {
  if (base64 === undefined) return undefined;
  const kept = known.get(base64);
  if (kept) return kept;
  try {
    const certificate = certificateFromDer(Buffer.from(base64, 'base64'));
    if (base64.length <= keptCharactersMax) keep(base64, certificate);
    return certificate;
  } catch (error) {
    if (error instanceof CredentialError) return undefined;
    throw error;
  }
}

function keep(base64: string, certificate: Certificate): void {
  const [oldest] = known.keys();
  if (oldest !== undefined && known.size >= knownMax) known.delete(oldest);
  known.set(base64, certificate);
}
