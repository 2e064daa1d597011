import type { fiscalCfdi } from '@timbre/contract';
import { localDateTimeIn } from '@timbre/fiscal';
import { conflict, invalid, notFound, query, type Reader } from '@timbre/kit';
import { comprobanteOf } from '../domain/comprobante-of';
import { draftXml } from '../pdf/draft-xml';
import type { PdfPrinter } from '../pdf/pdf-printer';
import type { PrintJob } from '../pdf/print-job';
import { Cfdi } from '../store/cfdi';
import { cfdiDetail } from '../store/cfdi-resources';
import { profileOf } from '../store/read-profile';
import { profileMissing } from './accept-draft';
import { cfdiIdOf } from './editable-cfdi';

/** What downloads need of the outside. */
export interface PdfProviders {
  pdf: PdfPrinter;
}

/**
 * The XML exactly as it was stamped, or the printed representation; drafts are printed as such.
 * Refusals: not_found; conflict not_stamped for the XML of a draft, xml_missing for a CFDI that is
 * known by its metadata alone; validation_error for another format.
 */
export const downloadDocument = query(
  async (
    read,
    { documentRef, format }: fiscalCfdi.DownloadDocumentRequest,
    { pdf }: PdfProviders,
  ): Promise<fiscalCfdi.DownloadDocumentResponse> => {
    const [cfdi] = await read.find(Cfdi, [cfdiIdOf(documentRef)]);
    if (!cfdi) throw notFound(cfdiDetail.name);
    if (format === 'xml') {
      return { content: stampedXml(cfdi), ...fileOf(cfdi, 'xml') };
    }
    if (format !== 'pdf') throw unknownFormat();
    const content = await pdf.print(await jobOf(read, cfdi));
    return { content: Buffer.from(content), ...fileOf(cfdi, 'pdf') };
  },
);

function stampedXml(cfdi: Cfdi): Buffer {
  if (cfdi.status === 'draft') {
    throw conflict('A draft has no XML; stamp it first.', 'not_stamped');
  }
  if (!cfdi.stampedXml) {
    throw conflict('Only the metadata of this CFDI is known, not its XML.', 'xml_missing');
  }
  return Buffer.from(cfdi.stampedXml);
}

async function jobOf(read: Reader, cfdi: Cfdi): Promise<PrintJob> {
  const customSection = cfdi.input?.pdfCustomSection;
  const custom = customSection === undefined ? {} : { customSection };
  if (cfdi.status !== 'draft') {
    const isCanceled = cfdi.status === 'canceled';
    return { kind: 'cfdi', xml: stampedXml(cfdi), isCanceled, ...custom };
  }
  const profile = await profileOf(read);
  if (!profile) throw profileMissing();
  const document = comprobanteOf(cfdi, profile, {
    fecha: localDateTimeIn(read.now.getTime(), profile.timeZone),
    serie: cfdi.series ?? undefined,
    folio: cfdi.folio?.toString(),
  });
  return { kind: 'cfdi', xml: draftXml(document), isDraft: true, ...custom };
}

const contentTypes = { xml: 'application/xml', pdf: 'application/pdf' } as const;

function fileOf({ id, uuid, status }: Cfdi, format: keyof typeof contentTypes) {
  const name = status === 'draft' || !uuid ? `borrador-${id}` : uuid;
  return { contentType: contentTypes[format], fileName: `${name}.${format}` };
}

const unknownFormat = () =>
  invalid([{ path: ['format'], code: 'format_unknown', message: 'The formats are xml and pdf.' }]);
