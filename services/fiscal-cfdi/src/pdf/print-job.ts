import {
  parseComprobante,
  parseRetenciones,
  qrUrl,
  retencionesQrUrl,
  timbreCadena,
} from '@timbre/cfdi';
import type { DocumentKind } from '../domain/document-kind';
import { renderCfdiPdf } from './render-cfdi-pdf';
import { renderRetencionesPdf } from './render-retenciones-pdf';
import type { Branding } from '../domain/set-up/branding';

/** A document as a worker thread gets it: both sides read XML exactly. */
export interface PrintJob {
  readonly kind: DocumentKind;
  /** Stamped; or of a draft, see `draftXml`. */
  readonly xml: Uint8Array | string;
  readonly branding?: Branding;
  readonly customSection?: string;
  readonly isDraft?: boolean;
  readonly isCanceled?: boolean;
}

/** @throws XmlError, StructureError for an invalid document; RangeError when it is not stamped */
export async function print({ kind, xml, ...options }: PrintJob): Promise<Uint8Array> {
  if (kind === 'cfdi') {
    const { document } = parseComprobante(xml);
    const timbre = document.complemento?.timbre;
    const stamp = timbre && { cadenaTimbre: timbreCadena(timbre), qrText: qrUrl(document) };
    return renderCfdiPdf({ document, ...stamp, ...options });
  }
  const { document } = parseRetenciones(xml);
  const timbre = document.complemento?.timbre;
  const stamp = timbre && {
    cadenaTimbre: timbreCadena(timbre),
    qrText: retencionesQrUrl(document),
  };
  return renderRetencionesPdf({ document, ...stamp, ...options });
}
