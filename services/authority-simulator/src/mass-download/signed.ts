import { createHash, verify, X509Certificate } from 'node:crypto';
import { readCertificate, type Certificate } from '../validation/certificate';
import type { TrustedCertificates } from '../validation/certificate';
import { exclusiveXml } from '../xml/canonical';
import { childOf, childText, descendantsOf, textOf, type Element } from '../xml/tree';

/** The signer of a request, or the SAT's code with which the request is refused. */
export type SignerVerdict =
  | { readonly signer: Certificate }
  | { readonly code: '301' | '302' | '304' | '305'; readonly message: string };

/**
 * Verifies the signature of a request. The signature must use exclusive C14N, RSA-SHA1, and SHA-1 over the
 * signed element without the signature. The simulator's authority must have issued the signer's FIEL.
 * @param certificate is the signer's certificate in base64
 */
export function verifySigned(
  signed: Element,
  signature: Element | undefined,
  certificate: string,
  { authority, register }: TrustedCertificates,
  now: Date,
): SignerVerdict {
  const info = childOf(signature, 'SignedInfo');
  const der = Buffer.from(certificate, 'base64');
  const read = readCertificate(der);
  if (!signature || !info || !read) return refused('302', 'Sello mal formado');
  const digest = createHash('sha1').update(exclusiveXml(signed, signature)).digest('base64');
  if (digest !== childText(childOf(info, 'Reference'), 'DigestValue'))
    return refused('302', 'Sello inválido: el resumen no corresponde');
  const value = Buffer.from(childText(signature, 'SignatureValue') ?? '', 'base64');
  const text = Buffer.from(exclusiveXml(info));
  if (!verify('RSA-SHA1', text, read.publicKey, value)) return refused('302', 'Sello inválido');
  if (!authority.issued(der) || !isFiel(read, der)) return refused('305', 'Certificado Inválido');
  if (now < read.validFrom || now > read.validTo || register.isRevoked(read.number, now))
    return refused('304', 'Certificado Revocado o Caduco');
  return { signer: read };
}

/** Returns whether a certificate is a FIEL, which has no branch (OU) but has an extended key usage. */
const isFiel = ({ isCsd }: Certificate, der: Buffer): boolean =>
  !isCsd && (new X509Certificate(der).keyUsage?.length ?? 0) > 0;

const refused = (code: '302' | '304' | '305', message: string) => ({ code, message }) as const;

/** Returns the certificate in the KeyInfo element of a signature. */
export function enclosedCertificate(signature: Element | undefined): string {
  const [enclosed] = signature ? descendantsOf(signature, 'X509Certificate') : [];
  return enclosed ? textOf(enclosed) : '';
}
