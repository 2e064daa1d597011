import {
  parseComprobante,
  parseRetenciones,
  qrUrl,
  retencionesQrUrl,
  timbreCadena,
} from '@timbre/cfdi';
import type { PaperLanguage } from '@timbre/fiscal';
import type { BesideXml } from '../domain/files/beside-xml';
import type { DocumentKind } from '../domain/document-kind';
import { renderAcuse, type PrintedAcuse } from './render-acuse';
import { renderCfdiPdf } from './render-cfdi-pdf';
import { renderReport, type PrintedReportJob } from './render-report';
import { renderRetencionesPdf } from './render-retenciones-pdf';
import { renderSalesDocument, type PrintedSale } from './render-sales-document';
import { renderTicket } from './render-ticket';
import type { Branding } from '../domain/set-up/branding';

/**
 * A fiscal document in the form in which a worker thread receives it. The document is passed as XML,
 * because the worker thread can parse the XML into the same document.
 */
export interface FiscalPrintJob {
  readonly kind: DocumentKind;
  /** The stamped XML, or the XML that `draftXml` writes for a draft. */
  readonly xml: Uint8Array | string;
  readonly branding?: Branding;
  readonly customSection?: string;
  readonly isDraft?: boolean;
  readonly isCanceled?: boolean;
  readonly isSandbox?: boolean;
  readonly beside?: BesideXml;
  readonly language?: PaperLanguage;
}

/** The input of a worker thread that prints documents. */
export type PrintJob = FiscalPrintJob | PrintedAcuse | PrintedSale | PrintedReportJob;

/** @throws XmlError or StructureError if the document is invalid, or RangeError if it is not stamped */
export async function print(job: PrintJob): Promise<Uint8Array> {
  if ('report' in job) return renderReport(job);
  if ('acuse' in job) return renderAcuse(job);
  if ('sale' in job) return job.sale.isTicket ? renderTicket(job) : renderSalesDocument(job);
  const { kind, xml, ...options } = job;
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
