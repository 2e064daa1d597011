import { createHash, verify, X509Certificate } from 'node:crypto';
import { canonicalXml } from './canonical';
import { childOf, childText, descendantsOf, localName, namespaceOf, type Element } from './tree';

const DSIG = 'http://www.w3.org/2000/09/xmldsig#';
const C14N = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315';

/**
 * The result of verifying an enveloped signature. The result contains the signer's certificate only if the
 * signature is valid.
 */
export type SignatureVerdict =
  | { readonly verdict: 'valid'; readonly certificate: Buffer }
  | { readonly verdict: 'missing' | 'malformed' | 'digest_differs' | 'signature_differs' };

/**
 * Verifies the signature that the SAT requires for a cancellation. The signature is enveloped, uses
 * inclusive C14N, RSA-SHA1 and SHA-1 over the whole document, and contains the certificate.
 */
export function verifyEnvelopedSignature(root: Element): SignatureVerdict {
  const signature = childOf(root, 'Signature');
  if (!signature || namespaceOf(signature) !== DSIG) return { verdict: 'missing' };
  const signedInfo = childOf(signature, 'SignedInfo');
  const reference = childOf(signedInfo, 'Reference');
  const der = Buffer.from(
    descendantsOf(signature, 'X509Certificate').map(joined)[0] ?? '',
    'base64',
  );
  const certificate = readCertificate(der);
  if (!signedInfo || !reference || !certificate || !usesExpectedAlgorithms(signedInfo, reference))
    return { verdict: 'malformed' };
  const digest = createHash('sha1').update(canonicalXml(root, signature), 'utf8').digest('base64');
  if (digest !== childText(reference, 'DigestValue')) return { verdict: 'digest_differs' };
  const value = Buffer.from(childText(signature, 'SignatureValue') ?? '', 'base64');
  const signed = Buffer.from(canonicalXml(signedInfo), 'utf8');
  return verify('RSA-SHA1', signed, certificate.publicKey, value)
    ? { verdict: 'valid', certificate: der }
    : { verdict: 'signature_differs' };
}

function usesExpectedAlgorithms(signedInfo: Element, reference: Element): boolean {
  const algorithm = (element: Element | undefined) => element?.attributes.get('Algorithm');
  const transforms = descendantsOf(reference, 'Transform').map(algorithm);
  return (
    algorithm(childOf(signedInfo, 'CanonicalizationMethod')) === C14N &&
    algorithm(childOf(signedInfo, 'SignatureMethod')) === `${DSIG}rsa-sha1` &&
    algorithm(childOf(reference, 'DigestMethod')) === `${DSIG}sha1` &&
    reference.attributes.get('URI') === '' &&
    transforms[0] === `${DSIG}enveloped-signature` &&
    transforms.slice(1).every((transform) => transform === C14N)
  );
}

function readCertificate(der: Buffer): X509Certificate | undefined {
  try {
    return new X509Certificate(der);
  } catch {
    // The caller refuses the signature.
    return undefined;
  }
}

function joined(element: Element): string {
  return localName(element) === 'X509Certificate' ? element.children.join('') : '';
}
