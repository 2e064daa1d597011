import { X509Certificate } from 'node:crypto';
import { certificateFromDer, type PacCertificates } from '@timbre/cfdi';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The SAT's certificate authorities (README: where they come from), for deployments with no other. */
const service = dirname(require.resolve('@timbre/fiscal-cfdi/package.json'));
const satAuthorities = join(service, 'data', 'sat-authorities.pem');

const pemCertificate = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/**
 * Whether one of a bundle's authorities issued a certificate: by name, by signature, and while it
 * was valid itself. Each authority in the bundle is trusted as it stands, so the chain ends there.
 * @param file PEM bundle; the SAT's authorities when absent
 * @throws Error when the bundle holds no authority
 */
export function trustedAuthorities(file = satAuthorities): (der: Uint8Array) => boolean {
  const authorities = certificatesIn(file).filter(({ ca }) => ca);
  if (authorities.length === 0) throw new Error(`${file} holds no certificate authority`);
  return (der) => {
    const certificate = new X509Certificate(der);
    return authorities.some((authority) => hasIssued(authority, certificate));
  };
}

/** The certificates that PACs stamp with, as far as the bundle holds them beside its authorities. */
export function pacCertificates(file = satAuthorities): PacCertificates {
  const stamping = certificatesIn(file).filter(({ ca }) => !ca);
  const known = stamping.map(({ raw }) => certificateFromDer(raw));
  const byNumber = new Map(known.map((certificate) => [certificate.number, certificate]));
  return (number) => byNumber.get(number);
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
