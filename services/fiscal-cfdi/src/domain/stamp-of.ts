import { parseComprobante, parseRetenciones } from '@timbre/cfdi';
import { isUuid, parseLocalDateTime } from '@timbre/fiscal';
import type { DocumentKind } from './document-kind';

/** What a stamped document says of its stamp. */
export interface StampFacts {
  uuid: string;
  /** SelloCFD: the seal that was stamped. */
  sello: string;
  stampedLocalDateTime: string;
  certificateNumber: string;
  satCertificateNumber: string;
  pacRfc: string;
}

const parsers = { cfdi: parseComprobante, withholding: parseRetenciones } as const;

/**
 * The stamp in a PAC's answer, or undefined when the answer is no document of this kind that
 * carries a stamp of its own seal: a stamp of something else is not believed.
 */
export function stampOf(kind: DocumentKind, xml: string): StampFacts | undefined {
  const document = readable(kind, xml);
  const timbre = document?.complemento?.timbre;
  if (!document || !timbre || timbre.selloCfd !== document.sello) return undefined;
  if (!isUuid(timbre.uuid) || !parseLocalDateTime(timbre.fechaTimbrado)) return undefined;
  return {
    uuid: timbre.uuid.toLowerCase(),
    sello: timbre.selloCfd,
    stampedLocalDateTime: timbre.fechaTimbrado,
    certificateNumber: document.noCertificado ?? '',
    satCertificateNumber: timbre.noCertificadoSat,
    pacRfc: timbre.rfcProvCertif,
  };
}

function readable(kind: DocumentKind, xml: string) {
  try {
    return parsers[kind](xml).document;
  } catch {
    return undefined;
  }
}
