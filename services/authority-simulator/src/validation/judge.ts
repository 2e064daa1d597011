import { verify } from 'node:crypto';
import { matrixBreaches, structureFault } from '../matrix/judgement';
import { cadenaOriginal } from '../schema/cadena';
import type { Node } from '../schema/node';
import type { ReadDocument } from '../stamping/document';
import { pacRefusal, type PacRefusal } from '../stamping/refusal';
import { judgeCertificate, type TrustedCertificates } from './certificate';
import { readTree } from '../xml/reader';
import { registerRefusal } from './register';

/**
 * Validates a document that the PAC has not stamped yet, and returns the first fault. A PAC checks in this
 * order: structure, certificate, seal, the SAT's matrix, the register of taxpayers.
 */
export function judge(
  { document, certificate: certificateText, hasStamp }: ReadDocument,
  xml: string,
  now: Date,
  trusted: TrustedCertificates,
): PacRefusal | undefined {
  if (hasStamp) return pacRefusal('307', 'El comprobante ya contiene el nodo TimbreFiscalDigital.');
  const root = readTree(xml);
  if ('unreadable' in root) return pacRefusal('301', root.unreadable);
  const fault = structureFault(root);
  if (fault) return pacRefusal('301', `${fault.path}: ${fault.message}`);
  const verdict = judgeCertificate(document, certificateText, trusted, now);
  if ('refusal' in verdict) return verdict.refusal;
  if (!looksLikeSeal(document.seal)) return pacRefusal('302', 'Sello no es base64 de 2048 bits.');
  const cadena = Buffer.from(cadenaOriginal(root), 'utf8');
  const seal = Buffer.from(document.seal, 'base64');
  if (!verify('RSA-SHA256', cadena, verdict.certificate.publicKey, seal))
    return pacRefusal(document.family === 'cfdi' ? 'CFDI40102' : '302');
  return matrixRefusal(root) ?? registerRefusal(document, root);
}

function matrixRefusal(root: Node): PacRefusal | undefined {
  const [first] = matrixBreaches(root);
  if (!first) return undefined;
  const { code, field, demand } = first;
  return { code, message: `El campo ${field} ${demand}.`, detail: field };
}

function looksLikeSeal(seal: string): boolean {
  return /^[A-Za-z0-9+/]{342}==$/.test(seal);
}
