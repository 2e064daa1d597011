import { extractTextItems, getDocumentProxy } from 'unpdf';
import type { PdfLines } from '../domain/pdf-lines';

/** The longest document of the SAT that Timbre reads has a few pages. */
const pagesMax = 40;
const charactersMax = 400_000;

interface Item {
  str: string;
  x: number;
  y: number;
  width: number;
  fontSize: number;
}

/**
 * Control characters, because NUL cannot be stored, and surrogates, because a cut text may end with
 * half of a pair. No document of the SAT has them.
 */
const odd = /[^\P{Cc}\n]|\p{Cs}|[\u{10000}-\u{10FFFF}]/gu;

/** The text of a PDF, line by line as a person reads it; an accent is part of its letter. */
export async function readPdfLines(bytes: Uint8Array): Promise<PdfLines> {
  const document = await open(bytes);
  if (!document) return { fault: 'pdf_unreadable' };
  try {
    if (document.numPages > pagesMax) return { fault: 'pdf_too_long' };
    const { items } = await extractTextItems(document);
    const text = (items as Item[][]).map(linesOf).join('\n').normalize('NFC').replaceAll(odd, '');
    if (text.length > charactersMax) return { fault: 'pdf_too_long' };
    return text.trim() === '' ? { fault: 'pdf_without_text' } : { text };
  } catch {
    // The uploader learns of the failure; the error itself may quote the document.
    return { fault: 'pdf_unreadable' };
  } finally {
    await document.loadingTask.destroy();
  }
}

/** The fonts of the file are not loaded; undefined for bytes that are no PDF. */
const open = (bytes: Uint8Array) =>
  // The caller says so to the person who uploaded it; the error may quote the bytes.
  getDocumentProxy(bytes, {
    disableFontFace: true,
    useSystemFonts: false,
    stopAtErrors: false,
    verbosity: 0,
  }).catch(() => undefined);

/** Items of one height are one line, from left to right; a gap is a blank. */
function linesOf(items: Item[]): string {
  const printed = items.filter(({ str }) => str.trim() !== '');
  printed.sort((a, b) => b.y - a.y || a.x - b.x);
  const lines: Item[][] = [];
  for (const item of printed) {
    const line = lines.at(-1);
    const isSame = line && Math.abs(line[0]!.y - item.y) <= Math.max(item.fontSize, 4) / 3;
    if (isSame) line.push(item);
    else lines.push([item]);
  }
  return lines.map((line) => lineOf(line.sort((a, b) => a.x - b.x))).join('\n');
}

function lineOf(items: Item[]): string {
  let text = '';
  let end = -Infinity;
  for (const { str, x, width, fontSize } of items) {
    const isApart = x - end > Math.max(fontSize, 4) / 8;
    text += text !== '' && isApart ? ` ${str}` : str;
    end = x + width;
  }
  return text;
}
