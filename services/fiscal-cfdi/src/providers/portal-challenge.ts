import { createSign, X509Certificate } from 'node:crypto';
import { certificateFromDer } from '@timbre/cfdi';
import type { PortalAnswer } from '../domain/ports';
import type { CancelacionSigner } from './cancelacion';

/**
 * Signs the challenge of the SAT's login page for a login with FIEL (facts: sat-sync-reports.md B.2). The
 * signed answer contains the text `guid|RFC|certificate number` and its RSA-SHA1 signature, which is
 * base64-encoded twice.
 */
export function signPortalChallenge(guid: string, signer: CancelacionSigner): PortalAnswer {
  const { certificateNumber, certificateBase64, privateKey } = signer;
  const der = Buffer.from(certificateBase64, 'base64');
  const { rfc } = certificateFromDer(der);
  const text = `${guid}|${rfc}|${certificateNumber}`;
  const signature = createSign('RSA-SHA1').update(text).sign(privateKey, 'base64');
  const token = base64(`${base64(text)}#${base64(signature)}`);
  return { rfc, certificateNumber, token, fert: fertOf(new X509Certificate(der).validToDate) };
}

const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** Returns the expiry of the certificate in the form of its ASN.1 UTCTime. */
const fertOf = (validTo: Date): string =>
  `${validTo.toISOString().slice(2, 19).replace(/[-T:]/g, '')}Z`;
