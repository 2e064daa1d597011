import PDFDocument from 'pdfkit';
import type { PortalKnobs } from './knobs';

/** The text lines of each page of a printed document. */
export type Pages = readonly (readonly string[])[];

/** Creates a PDF whose text layer contains the lines in reading order, like the SAT's files. */
export function printedPdf(
  pages: Pages,
  { spacelessText, withoutText }: PortalKnobs,
): Promise<Buffer> {
  const document = new PDFDocument({ size: 'LETTER', margin: 36, autoFirstPage: false });
  const finished = bytesOf(document);
  for (const lines of pages) {
    document.addPage().font('Helvetica').fontSize(9);
    if (withoutText) document.rect(36, 36, 300, 120).stroke();
    else
      lines.forEach((line, index) => {
        const text = spacelessText ? line.replaceAll(' ', '') : line;
        document.text(text, 36, 36 + index * 13, { lineBreak: false });
      });
  }
  document.end();
  return finished;
}

function bytesOf(document: PDFKit.PDFDocument): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    document.on('data', (part: Buffer) => parts.push(part));
    document.on('end', () => resolve(Buffer.concat(parts)));
    document.on('error', reject);
  });
}
