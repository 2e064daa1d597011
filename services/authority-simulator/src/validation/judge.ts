import {
  cadenaOriginal,
  parseComprobante,
  parseRetenciones,
  StructureError,
  validateComprobante,
  validateRetenciones,
  verifyCadena,
  XmlError,
  type Comprobante,
  type Finding,
  type Parsed,
} from '@timbre/cfdi';
import type { ReadDocument } from '../stamping/document';
import { pacRefusal, type PacRefusal } from '../stamping/refusal';
import { judgeCertificate, type TrustedCertificates } from './certificate';
import { testTaxpayer, type TestTaxpayer } from './test-registry';

/**
 * Validates a document that the PAC has not stamped, in a PAC's order: structure, certificate, seal,
 * the SAT's matrix, the register of taxpayers. Returns the first fault.
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
  return parsed.review()[0];
}

interface Readable {
  readonly root: Parsed<Comprobante>['root'];
  /** The violations of the SAT's rules. */
  readonly review: () => PacRefusal[];
}

function parse(
  family: ReadDocument['document']['family'],
  xml: string,
): Readable | { readonly refusal: PacRefusal } {
  try {
    const { root, findings, review } = family === 'cfdi' ? readCfdi(xml) : readRetention(xml);
    return findings[0] ? { refusal: toRefusal(findings[0]) } : { root, review };
  } catch (error) {
    if (error instanceof StructureError && error.findings[0])
      return { refusal: toRefusal(error.findings[0]) };
    if (error instanceof XmlError) return { refusal: pacRefusal('301', error.message) };
    throw error;
  }
}

function readCfdi(xml: string): Readable & Pick<Parsed<Comprobante>, 'findings'> {
  const { document, root, findings } = parseComprobante(xml);
  return { root, findings, review: () => review(document) };
}

function review(document: Comprobante): PacRefusal[] {
  return validateComprobante(document, { register: registerFor(document) }).map(toRefusal);
}

/** The SAT's test taxpayers; any other taxpayer counts as registered with the document's data. */
function registerFor({ emisor, receptor }: Comprobante): (rfc: string) => TestTaxpayer {
  return (rfc) =>
    testTaxpayer(rfc) ?? {
      nombre: rfc === receptor.rfc ? receptor.nombre : emisor.nombre,
      codigoPostal: receptor.domicilioFiscalReceptor,
    };
}

function readRetention(xml: string): Readable & Pick<Parsed<Comprobante>, 'findings'> {
  const { document, root, findings } = parseRetenciones(xml);
  // The SAT publishes no matrix for withholdings, so PACs answer all of their faults with 301.
  const review = () =>
    validateRetenciones(document).map(({ code, message }) =>
      pacRefusal('301', `${code} ${message}`),
    );
  return { root, findings, review };
}

function toRefusal({ code, path, message }: Finding): PacRefusal {
  return { code, message, detail: path.join('.') };
}

function looksLikeSeal(seal: string): boolean {
  return /^[A-Za-z0-9+/]{342}==$/.test(seal);
}
