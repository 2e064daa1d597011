import { hash, X509Certificate } from 'node:crypto';
import { certificateFromDer, type PacCertificates } from '@timbre/cfdi';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Authorities } from '../domain/drafting/imported-cfdi';

/** The SAT's certificate authorities (source: README), used if the deployment configures none. */
const service = dirname(require.resolve('@timbre/fiscal-cfdi/package.json'));
const satAuthorities = join(service, 'data', 'sat-authorities.pem');

const pemCertificate = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/**
 * Returns a function that checks whether an authority of the bundle issued a certificate. The returned
 * function compares the name of the issuer, verifies the signature, and checks the authority's own period of
 * validity. Every authority of the bundle is trusted, so the issuer of an authority is not checked.
 * @param file PEM bundle; defaults to the SAT's authorities
 * @throws Error if the bundle contains no authority
 */
export function trustedAuthorities(file = satAuthorities): (der: Uint8Array) => boolean {
  const authorities = certificatesIn(file).filter(({ ca }) => ca);
  if (authorities.length === 0) throw new Error(`${file} holds no certificate authority`);
  return (der) => {
    const certificate = new X509Certificate(der);
    return authorities.some((authority) => hasIssued(authority, certificate));
  };
}

export interface PacCertificateSources {
  /**
   * PEM bundle with authorities. In a sandbox the bundle also contains the certificates of the
   * simulated PACs.
   */
  bundle?: string | undefined;
  /** A file or folder of certificates (DER or PEM) that an operator adds. */
  added?: string | undefined;
  /** In production each added certificate must be issued by a trusted authority. */
  isChained: boolean;
}

/**
 * Reads the PACs' stamping certificates, keyed by their number (NoCertificadoSAT).
 * @throws Error for an added file that is not a certificate, or that no trusted authority issued
 */
export function pacCertificates(sources: PacCertificateSources): PacCertificates {
  const { bundle = satAuthorities, added, isChained } = sources;
  const isTrusted = trustedAuthorities(bundle);
  const bundled = certificatesIn(bundle).filter(({ ca }) => !ca);
  const given = added === undefined ? [] : filesAt(added).flatMap(certificatesOf);
  for (const { raw } of given) {
    if (isChained && !isTrusted(raw)) {
      const { number } = certificateFromDer(raw);
      throw new Error(`no trusted authority issued certificate ${number} of ${added}`);
    }
  }
  const known = [...bundled, ...given].map(({ raw }) => certificateFromDer(raw));
  const byNumber = new Map(known.map((certificate) => [certificate.number, certificate]));
  return (number) => byNumber.get(number);
}

/**
 * The maximum number of issuer certificates whose verification result is cached. A batch has few issuers, and
 * verifying a certificate takes as long as a seal.
 */
const judgedMax = 1_000;

/**
 * Returns the authorities that the import trusts. No authority of the bundle issues test certificates, so the
 * issuers of certificates are checked only in production.
 */
export function documentAuthorities(
  sources: PacCertificateSources,
  pacCertificate = pacCertificates(sources),
): Authorities {
  if (!sources.isChained) return { pacCertificate };
  const isTrusted = trustedAuthorities(sources.bundle);
  const judged = new Map<string, boolean>();
  const isIssued = (der: Uint8Array): boolean => {
    const key = hash('sha256', der, 'base64');
    const isKnown = judged.get(key) ?? isTrusted(der);
    if (judged.size >= judgedMax) judged.clear();
    judged.set(key, isKnown);
    return isKnown;
  };
  return { pacCertificate, isIssued };
}

/**
 * Returns the files at a path. Directories are left out, because a mounted ConfigMap contains internal ones.
 */
function filesAt(path: string): string[] {
  if (statSync(path).isFile()) return [path];
  const paths = readdirSync(path).map((name) => join(path, name));
  return paths.filter((one) => statSync(one).isFile()).sort();
}

function certificatesOf(file: string): X509Certificate[] {
  const bytes = readFileSync(file);
  const certificates = certificatesIn(file);
  try {
    return certificates.length > 0 ? certificates : [new X509Certificate(bytes)];
  } catch (cause) {
    throw new Error(`${file} is not a certificate`, { cause });
  }
}

const certificatesIn = (file: string): X509Certificate[] =>
  (readFileSync(file, 'utf8').match(pemCertificate) ?? []).map((pem) => new X509Certificate(pem));

function hasIssued(authority: X509Certificate, certificate: X509Certificate): boolean {
  const issuedAt = certificate.validFromDate;
  return (
    authority.validFromDate <= issuedAt &&
    issuedAt <= authority.validToDate &&
    certificate.checkIssued(authority) &&
    certificate.verify(authority.publicKey)
  );
}
