import { parseComprobante, parseRetenciones, parseTimbre, type Timbre } from '@timbre/cfdi';
import { isUuid, parseLocalDateTime } from '@timbre/fiscal';
import type { DocumentKind } from '../document-kind';

/** The data of a stamp (TimbreFiscalDigital) that Timbre stores. */
export interface StampFacts {
  uuid: string;
  /** The attribute SelloCFD, which repeats the seal of the stamped document. */
  sello: string;
  stampedLocalDateTime: string;
  certificateNumber: string;
  satCertificateNumber: string;
  pacRfc: string;
}

const parsers = { cfdi: parseComprobante, withholding: parseRetenciones } as const;

/**
 * Reads the stamp from a PAC's response. Returns undefined if the response is not a document of this kind,
 * or if its stamp belongs to another seal.
 * @param sealedXml is the XML that was sent, if available. If the response only adds the stamp to the sent
 * XML, only the stamp is parsed.
 */
export function stampOf(
  kind: DocumentKind,
  xml: string,
  sealedXml?: string,
): StampFacts | undefined {
  const stamped =
    (sealedXml === undefined ? undefined : stampedInto(sealedXml, xml)) ?? readable(kind, xml);
  return stamped && stampIn(stamped);
}

/**
 * Returns the stamp of a parsed document; undefined if the document has no stamp, or if the stamp belongs
 * to another seal.
 */
export function stampIn({ sello, noCertificado, timbre }: Stamped): StampFacts | undefined {
  if (!timbre || timbre.selloCfd !== sello) return undefined;
  if (!isUuid(timbre.uuid) || !parseLocalDateTime(timbre.fechaTimbrado)) return undefined;
  return {
    uuid: timbre.uuid.toLowerCase(),
    sello: timbre.selloCfd,
    stampedLocalDateTime: timbre.fechaTimbrado,
    certificateNumber: noCertificado ?? '',
    satCertificateNumber: timbre.noCertificadoSat,
    pacRfc: timbre.rfcProvCertif,
  };
}

/** The seal (Sello) and the stamp of a stamped document. */
export interface Stamped {
  sello?: string | undefined;
  noCertificado?: string | undefined;
  timbre?: Timbre | undefined;
}

/**
 * Returns the seal and stamp of a stamped document if `xml` equals `sealedXml` with a timbre added to its
 * Complemento or in a new Complemento; undefined otherwise.
 */
function stampedInto(sealedXml: string, xml: string): Stamped | undefined {
  const found = timbreIn(xml);
  if (!found) return undefined;
  const head = xml.slice(0, found.index);
  const tail = xml.slice(found.index + found.text.length);
  const close = /^<\/(cfdi|retenciones):Complemento>/.exec(tail)?.[0];
  const open = close?.replace('/', '');
  if (!close || !open) return undefined;
  const isOwn =
    head.endsWith(open) &&
    isJoined(sealedXml, head.slice(0, -open.length), tail.slice(close.length));
  if (!isOwn && !isJoined(sealedXml, head, tail)) return undefined;
  const [sello, noCertificado] = ['Sello', 'NoCertificado'].map((name) =>
    attributeOf(sealedXml, name),
  );
  return { sello, noCertificado, timbre: readTimbre(found.text) };
}

const isJoined = (whole: string, head: string, tail: string): boolean =>
  whole.length === head.length + tail.length && whole.startsWith(head) && whole.endsWith(tail);

/**
 * Returns the value of an attribute of the root element. In a sealed XML that Timbre wrote, the first
 * attribute with this name belongs to the root element.
 */
export const attributeOf = (xml: string, name: string): string | undefined =>
  new RegExp(` ${name}="([^"]*)"`).exec(xml)?.[1];

/** Finds a timbre element that declares its own namespace, as PACs write it. */
export function timbreIn(xml: string): { text: string; index: number } | undefined {
  const found = /<tfd:TimbreFiscalDigital\b[^>]*\bxmlns:tfd=[^>]*\/>/.exec(xml);
  return found ? { text: found[0], index: found.index } : undefined;
}

function readTimbre(xml: string): Timbre | undefined {
  try {
    return parseTimbre(xml);
  } catch {
    // The caller refuses a stamp that cannot be parsed.
    return undefined;
  }
}

function readable(kind: DocumentKind, xml: string): Stamped | undefined {
  try {
    const { sello, noCertificado, complemento } = parsers[kind](xml).document;
    return { sello, noCertificado, timbre: complemento?.timbre };
  } catch {
    // The caller refuses a stamp that cannot be parsed.
    return undefined;
  }
}
