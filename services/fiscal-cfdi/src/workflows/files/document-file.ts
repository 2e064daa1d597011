import type { fiscalCfdi } from '@timbre/contract';
import { conflict, invalid, query, type Reader } from '@timbre/kit';
import { headAddress, localDateTimeIn, paperLanguageOf } from '@timbre/fiscal';
import type { PdfPrinter } from '../../pdf/pdf-printer';
import type { FiscalPrintJob } from '../../pdf/print-job';
import { printedDue, type BesideXml } from '../../domain/files/beside-xml';
import type { Rejection } from '../../store/cfdi/cfdi';
import { besideXmlOf } from '../../store/cfdi/beside-xml';
import type { FiscalDocument } from '../../store/fiscal-documents';
import { profileAt } from '../../domain/drafting/document-header';
import { brandingOf } from '../../store/set-up/branding';
import { profileOf } from '../../store/set-up/read-profile';
import { profileMissing } from '../drafting/accept-draft';
import { namedDocument, type FiscalKind } from '../documents/fiscal-kinds';
import { acusePdf, acuseXml } from './acuse-file';

export interface PdfProviders {
  pdf: PdfPrinter;
}

/**
 * Returns the stamped XML byte for byte, the PDF, or the acuse of the cancellation as XML or PDF. The PDF
 * of a draft is marked as a draft. The operation refuses with not_found, with validation_error for an
 * unknown format, or with one of these conflicts: not_stamped for the XML of a draft, xml_missing for a
 * CFDI that is known only from metadata, pdf_missing for a document of an earlier version, and
 * acuse_missing if the SAT has received no cancellation.
 */
export const documentFile = query(
  async (
    read,
    { documentRef, format, language }: fiscalCfdi.DownloadDocumentRequest,
    { pdf }: PdfProviders,
  ): Promise<fiscalCfdi.DownloadDocumentResponse> => {
    const { kind, id } = namedDocument(documentRef);
    const document = await read.get(kind.entity, id, kind.name);
    if (format === 'xml') {
      return { content: stampedXml(kind, document), ...fileOf(kind, document, 'xml') };
    }
    if (format === 'acuse') {
      return { content: await acuseXml(read, id), ...fileOf(kind, document, 'xml', 'acuse-') };
    }
    if (format === 'acuse_pdf') {
      const content = await acusePdf(
        read,
        id,
        pdf,
        language ?? (await besideOf(read, kind, document)).language,
      );
      return { content, ...fileOf(kind, document, 'pdf', 'acuse-') };
    }
    if (format !== 'pdf') throw unknownFormat();
    requirePrinted(document);
    const content = await pdf.print(await jobOf(read, kind, document, language));
    return { content: Buffer.from(content), ...fileOf(kind, document, 'pdf') };
  },
);

function stampedXml({ name }: FiscalKind, { status, stampedXml }: FiscalDocument): Buffer {
  if (status === 'draft') {
    throw conflict('A draft has no XML; stamp it first.', 'not_stamped');
  }
  if (!stampedXml) {
    throw conflict(`Only the metadata of this ${name} is available, not its XML.`, 'xml_missing');
  }
  return Buffer.from(stampedXml);
}

/**
 * The XML namespaces of the versions that the printer supports. Imported documents can have earlier
 * versions.
 */
const printedVersions = ['http://www.sat.gob.mx/cfd/4', '/esquemas/retencionpago/2'];

/**
 * - pdf_missing: documents of this version cannot be printed as a PDF; only the XML is available
 */
function requirePrinted({ stampedXml }: FiscalDocument): void {
  if (!stampedXml) return;
  const xml = Buffer.from(stampedXml);
  if (printedVersions.some((namespace) => xml.includes(namespace))) return;
  throw conflict('Only the XML of a document of this version is available.', 'pdf_missing');
}

async function jobOf(
  read: Reader,
  kind: FiscalKind,
  document: FiscalDocument,
  language: string | undefined,
): Promise<FiscalPrintJob> {
  const customSection = document.input?.pdfCustomSection;
  const [branding, ours] = await Promise.all([brandingOf(read), profileOf(read)]);
  const issuerAddress = kind.isIssued(document) ? headAddress(ours?.address) : undefined;
  const beside = { ...(await besideOf(read, kind, document)), issuerAddress };
  const job = {
    kind: kind.kind,
    beside,
    language: paperLanguageOf(language ?? beside.language),
    ...(branding && { branding }),
    ...(customSection !== undefined && { customSection }),
  };
  if (document.status !== 'draft') {
    const isCanceled = document.status === 'canceled';
    return { ...job, xml: stampedXml(kind, document), isCanceled };
  }
  if (!ours) throw profileMissing();
  const profile = profileAt(ours, document.input);
  const xml = kind.draftXml(document, profile, {
    fecha: localDateTimeIn(read.businessNow.getTime(), profile.timeZone),
    serie: document.series ?? undefined,
    folio: document.folio?.toString(),
  });
  return { ...job, xml, isDraft: true };
}

async function besideOf(
  read: Reader,
  { kind }: FiscalKind,
  { id, status, lastRejection }: FiscalDocument,
): Promise<BesideXml> {
  const isRefused = status === 'draft' && lastRejection;
  const refusal = isRefused ? { rejection: rejectionText(lastRejection) } : {};
  const row = kind === 'cfdi' ? await besideXmlOf(read, id) : undefined;
  if (!row) return refusal;
  const { branch, receiverAddress, language } = row;
  return {
    ...refusal,
    ...printedDue(row),
    branch: branch ?? undefined,
    receiverAddress: receiverAddress ?? undefined,
    language: language ?? undefined,
  };
}

/** Returns the code and the message of a PAC's refusal. Most messages already begin with the code. */
const rejectionText = ({ code, message }: Rejection): string =>
  message.startsWith(code) ? message : `${code}: ${message}`;

const contentTypes = { xml: 'application/xml', pdf: 'application/pdf' } as const;

/**
 * Returns the file name of a document, which is its series and folio, or its UUID if it has no folio. For
 * received documents, the issuer's RFC precedes the name.
 */
function fileOf(
  kind: FiscalKind,
  document: FiscalDocument,
  format: keyof typeof contentTypes,
  prefix = '',
) {
  const { id, uuid, status, series, folio, externalFolio, counterpartyRfc } = document;
  const number = folio?.toString() ?? externalFolio;
  const issuer = kind.isIssued(document) ? [] : [counterpartyRfc];
  const named = [...issuer, [series, number].filter(Boolean).join('-')].filter(Boolean).join('_');
  const stamped = number ? named.replace(/[^A-Za-z0-9_-]/g, '_') : uuid;
  const name = status === 'draft' || !stamped ? `borrador-${id}` : stamped;
  return { contentType: contentTypes[format], fileName: `${prefix}${name}.${format}` };
}

const unknownFormat = () =>
  invalid([
    { path: ['format'], code: 'format_unknown', message: 'The format must be xml or pdf.' },
  ]);
