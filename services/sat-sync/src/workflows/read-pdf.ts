import type { Issue } from '@timbre/fiscal';
import type { PdfFault, PdfLines } from '../domain/pdf-lines';

/** The provider for operations that read the text of PDFs. */
export interface PdfProviders {
  pdfs: { read(bytes: Uint8Array): Promise<PdfLines> };
}

const messages: Record<PdfFault, string> = {
  pdf_unreadable: 'The file is not a PDF that can be read.',
  pdf_without_text: 'The PDF has no text; download it from the SAT instead of printing it.',
  pdf_too_long: 'The PDF is longer than any document of the SAT.',
};

/**
 * Reads the text of a PDF, or returns the issue that prevents reading it.
 * @throws Refusal provider_unavailable pdf_timeout if reading takes too long
 */
export async function textOf(
  { pdfs }: PdfProviders,
  bytes: Uint8Array,
): Promise<{ text: string } | { issues: Issue[] }> {
  const lines = await pdfs.read(bytes);
  if ('text' in lines) return lines;
  return { issues: [{ path: [], code: lines.fault, message: messages[lines.fault] }] };
}
