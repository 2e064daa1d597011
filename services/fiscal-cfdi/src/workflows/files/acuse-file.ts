import { paperLanguageOf } from '@timbre/fiscal';
import { conflict, type Reader } from '@timbre/kit';
import { readAcuse } from '../../domain/cancelling/acuse';
import type { PdfPrinter } from '../../pdf/pdf-printer';
import { lastAcuseOf } from '../../store/cancellations';
import { brandingOf } from '../../store/set-up/branding';
import { profileOf } from '../../store/set-up/read-profile';

/**
 * Returns the acuse, byte for byte as the SAT sent it.
 * - acuse_missing: the SAT has not acknowledged a cancellation of this document
 * @throws Refusal conflict acuse_missing
 */
export async function acuseXml(read: Reader, documentId: string): Promise<Buffer> {
  const xml = await lastAcuseOf(read, documentId);
  if (!xml)
    throw conflict('The SAT has acknowledged no cancellation of this document.', 'acuse_missing');
  return xml;
}

/**
 * Prints the acuse as a PDF.
 * - acuse_unreadable: the PAC's acuse cannot be printed as a PDF; request its XML instead
 * @throws Refusal with conflict acuse_missing or acuse_unreadable
 */
export async function acusePdf(
  read: Reader,
  documentId: string,
  printer: PdfPrinter,
  language: string | undefined,
): Promise<Buffer> {
  const acuse = readAcuse(await acuseXml(read, documentId));
  if (!acuse)
    throw conflict(
      'The PAC gave an acuse that cannot be printed; take the XML.',
      'acuse_unreadable',
    );
  const [profile, branding] = await Promise.all([profileOf(read), brandingOf(read)]);
  const issuerName = profile?.legalName ?? acuse.issuerRfc;
  const job = { acuse, issuerName, language: paperLanguageOf(language) };
  return Buffer.from(await printer.print({ ...job, ...(branding && { branding }) }));
}
