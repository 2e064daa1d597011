import { hash, X509Certificate } from 'node:crypto';
import { certificateFromDer, type PacCertificates } from '@timbre/cfdi';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Authorities } from '../domain/drafting/imported-cfdi';

/**
 * The SAT's certificate authorities (their source is in the README), which are used if the deployment
 * configures no authorities.
 */
const service = dirname(require.resolve('@timbre/fiscal-cfdi/package.json'));
const satAuthorities = join(service, 'data', 'sat-authorities.pem');

const pemCertificate = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/**
 * Returns a function that checks whether an authority of the bundle issued a certificate. The returned
 * function compares the name of the issuer, verifies the signature, and checks the authority's own period
 * of validity. Every authority in the bundle is trusted, so the issuer of an authority is not checked.
 * @param file is the path of a PEM bundle; by default the SAT's authorities are used
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
   * The path of a PEM bundle with authorities. In a sandbox the bundle also contains the certificates of
   * the simulated PACs.
   */
  bundle?: string | undefined;
  /** The path of a file or folder with additional certificates (DER or PEM) of an operator. */
  added?: string | undefined;
  /** In production a trusted authority must have issued each additional certificate. */
  isChained: boolean;
}

/**
 * Reads the PACs' stamping certificates, keyed by their number (NoCertificadoSAT).
 * @throws Error if an added file is not a certificate, or if no trusted authority issued it
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
 * The maximum number of issuer certificates whose verification result is cached. A batch has few issuers,
 * and verifying a certificate takes as long as creating a seal.
 */
const judgedMax = 1_000;

/**
 * Returns the certificate authorities that the import trusts. No authority in the bundle issues test
 * certificates, so the issuers of certificates are checked only in production.
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
 * Returns the file at a path, or the files in a folder. Subfolders are skipped, because a mounted ConfigMap
 * contains internal folders.
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
