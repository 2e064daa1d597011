import { readCertificate, type TrustedCertificates } from '../validation/certificate';
import { childrenOf, childOf, localName, namespaceOf, parseXml, textOf } from '../xml/tree';
import type { Element } from '../xml/tree';
import { verifyEnvelopedSignature } from '../xml/signature';
import type { CancellationFolio } from './cancellation';

const CANCELLATION = 'http://cancelacfd.sat.gob.mx';
const RETENTIONS = 'http://www.sat.gob.mx/esquemas/retencionpago/1';

/** The maximum number of folios that the SAT accepts in one request. */
const FOLIOS_MAX = 500;

/** The code with which the SAT refuses a whole request, not only one of its folios. */
export interface RequestRefusal {
  readonly code: '301' | '302' | '303' | '304' | '305';
  readonly message: string;
}

/**
 * Returns the SAT's refusal code for the given kind of document. For withholding documents, the SAT has
 * other codes for an invalid signature and an expired certificate than for CFDI.
 */
export function refusalCode(
  family: CancellationRequest['family'],
  code: RequestRefusal['code'],
): string {
  if (family === 'cfdi') return code;
  return { 301: '1301', 302: '1309', 303: '1303', 304: '1308', 305: '1305' }[code];
}

export interface CancellationRequest {
  readonly family: 'cfdi' | 'retenciones';
  readonly rfc: string;
  readonly folios: readonly CancellationFolio[];
}

export interface ReceiverAnswer {
  readonly rfc: string;
  readonly folios: readonly { readonly uuid: string; readonly accepts: boolean }[];
}

export interface RelatedQuery {
  readonly rfc: string;
  readonly uuid: string;
}

export type Read<T> = { readonly request: T } | { readonly refusal: RequestRefusal };

/** Parses and verifies a signed `Cancelacion` of CFDI or withholding documents. */
export function readCancellation(
  xml: string,
  trusted: TrustedCertificates,
  now: Date,
): Read<CancellationRequest> {
  return readSigned(xml, 'Cancelacion', 'RfcEmisor', trusted, now, (root, rfc) => {
    const folios = childrenOf(root, 'Folios').flatMap((group) => childrenOf(group, 'Folio'));
    if (folios.length === 0 || folios.length > FOLIOS_MAX) return undefined;
    const family = namespaceOf(root) === RETENTIONS ? 'retenciones' : 'cfdi';
    return { family, rfc, folios: folios.map(folioOf) };
  });
}

/** Parses and verifies a receiver's signed `SolicitudAceptacionRechazo`. */
export function readReceiverAnswer(
  xml: string,
  trusted: TrustedCertificates,
  now: Date,
): Read<ReceiverAnswer> {
  return readSigned(xml, 'SolicitudAceptacionRechazo', 'RfcReceptor', trusted, now, (root, rfc) => {
    const folios = childrenOf(root, 'Folios').map((folio) => ({
      uuid: elementText(folio, 'UUID'),
      answer: elementText(folio, 'Respuesta'),
    }));
    if (folios.some(({ answer }) => answer !== 'Aceptacion' && answer !== 'Rechazo'))
      return undefined;
    return {
      rfc,
      folios: folios.map(({ uuid, answer }) => ({ uuid, accepts: answer === 'Aceptacion' })),
    };
  });
}

/** Parses and verifies a signed `PeticionConsultaRelacionados` of an issuer or a receiver. */
export function readRelatedQuery(
  xml: string,
  trusted: TrustedCertificates,
  now: Date,
): Read<RelatedQuery> {
  const party = /RfcEmisor="[^"]+"/.test(xml) ? 'RfcEmisor' : 'RfcReceptor';
  return readSigned(xml, 'PeticionConsultaRelacionados', party, trusted, now, (root, rfc) => ({
    rfc,
    uuid: root.attributes.get('Uuid') ?? '',
  }));
}

function readSigned<T>(
  xml: string,
  rootName: string,
  rfcAttribute: string,
  trusted: TrustedCertificates,
  now: Date,
  content: (root: Element, rfc: string) => T | undefined,
): Read<T> {
  let root: Element;
  try {
    root = parseXml(xml);
  } catch (error) {
    return refuse('301', `XML mal formado: ${(error as Error).message}`);
  }
  if (localName(root) !== rootName || ![CANCELLATION, RETENTIONS].includes(namespaceOf(root)))
    return refuse('301', `XML mal formado: la raíz es ${root.name}`);
  if (!hasSchemaNamespaces(root))
    return refuse('301', 'XML mal formado: faltan xmlns:xsd y xmlns:xsi');
  const rfc = root.attributes.get(rfcAttribute) ?? '';
  const request = content(root, rfc);
  if (!rfc || !request) return refuse('301', 'XML mal formado: contenido incompleto');
  const objection = signatureObjection(root, rfc, trusted, now);
  return objection ? { refusal: objection } : { request };
}

/**
 * Returns whether the request declares the two namespaces of XML Schema. The SAT refuses a request without
 * them, although no element uses them.
 */
function hasSchemaNamespaces(root: Element): boolean {
  return root.attributes.has('xmlns:xsd') && root.attributes.has('xmlns:xsi');
}

function signatureObjection(
  root: Element,
  rfc: string,
  { authority, register }: TrustedCertificates,
  now: Date,
): RequestRefusal | undefined {
  const verdict = verifyEnvelopedSignature(root);
  if (verdict.verdict !== 'valid')
    return { code: '302', message: `Sello mal formado o inválido (${verdict.verdict})` };
  const certificate = readCertificate(verdict.certificate);
  if (!certificate || !authority.issued(verdict.certificate))
    return { code: '305', message: 'Certificado inválido' };
  if (certificate.rfc !== rfc)
    return { code: '303', message: 'El sello no corresponde al RFC del solicitante' };
  const isOver = now > certificate.validTo || now < certificate.validFrom;
  if (isOver || register.isRevoked(certificate.number, now))
    return { code: '304', message: 'Certificado revocado o caduco' };
  return undefined;
}

function refuse<T>(code: RequestRefusal['code'], message: string): Read<T> {
  return { refusal: { code, message } };
}

function folioOf(folio: Element): CancellationFolio {
  return {
    uuid: (folio.attributes.get('UUID') ?? '').toLowerCase(),
    motive: folio.attributes.get('Motivo') ?? '',
    replacement: folio.attributes.get('FolioSustitucion')?.toLowerCase() || undefined,
  };
}

function elementText(element: Element, name: string): string {
  const child = childOf(element, name);
  return child ? textOf(child) : '';
}
