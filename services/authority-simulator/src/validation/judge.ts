import {
  cadenaOriginal,
  parseComprobante,
  parseRetenciones,
  StructureError,
  verifyCadena,
  XmlError,
  type Finding,
  type Parsed,
} from '@timbre/cfdi';
import type { ReadDocument } from '../stamping/document';
import { pacRefusal, type PacRefusal } from '../stamping/refusal';
import { judgeCertificate, type TrustedCertificates } from './certificate';
import { registryRefusal } from './registry';

/**
 * A PAC's judgement of a document it has not stamped, in a PAC's order: structure, certificate,
 * seal, the SAT's matrix, the register of taxpayers. The first fault is the answer.
 */
export function judge(
  { document, certificate: certificateText, hasStamp }: ReadDocument,
  xml: string,
  now: Date,
  trusted: TrustedCertificates,
): PacRefusal | undefined {
  if (hasStamp) return pacRefusal('307', 'El comprobante ya contiene el nodo TimbreFiscalDigital.');
  const parsed = parse(document.family, xml);
  if ('refusal' in parsed) return parsed.refusal;
  const verdict = judgeCertificate(document, certificateText, trusted, now);
  if ('refusal' in verdict) return verdict.refusal;
  if (!looksLikeSeal(document.seal)) return pacRefusal('302', 'Sello no es base64 de 2048 bits.');
  if (!verifyCadena(cadenaOriginal(parsed.root), document.seal, verdict.certificate.publicKey))
    return pacRefusal(document.family === 'cfdi' ? 'CFDI40102' : '302');
  return registryRefusal(document);
}

function parse(
  family: ReadDocument['document']['family'],
  xml: string,
): Parsed<unknown> | { readonly refusal: PacRefusal } {
  try {
    const parsed = family === 'cfdi' ? parseComprobante(xml) : parseRetenciones(xml);
    return parsed.findings[0] ? { refusal: toRefusal(parsed.findings[0]) } : parsed;
  } catch (error) {
    if (error instanceof StructureError && error.findings[0])
      return { refusal: toRefusal(error.findings[0]) };
    if (error instanceof XmlError) return { refusal: pacRefusal('301', error.message) };
    throw error;
  }
}

function toRefusal({ code, path, message }: Finding): PacRefusal {
  return { code, message, detail: path.join('.') };
}

function looksLikeSeal(seal: string): boolean {
  return /^[A-Za-z0-9+/]{342}==$/.test(seal);
}
