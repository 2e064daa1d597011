import { extractTextItems, getDocumentProxy } from 'unpdf';
import { firstIn } from '@timbre/fiscal';
import type { PdfLines } from '../domain/pdf-lines';

/**
 * The limits for the size of a PDF; the SAT's documents that Timbre reads have only a few pages.
 */
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
 * The characters that are removed: control characters, because PostgreSQL cannot store NUL, and
 * surrogates, because a truncated text may end with half of a surrogate pair. The SAT's documents
 * contain none of these characters.
 */
const odd = /[^\P{Cc}\n]|\p{Cs}|[\u{10000}-\u{10FFFF}]/gu;

/**
 * Reads the text of a PDF line by line, from top to bottom and from left to right. An accent that the PDF
 * stores separately is joined with its letter.
 */
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
    // Only the kind of the error is returned, because the error itself may quote the document.
    return { fault: 'pdf_unreadable' };
  } finally {
    await document.loadingTask.destroy();
  }
}

/** Opens the PDF without its fonts, or returns undefined if the bytes are not a PDF. */
const open = (bytes: Uint8Array) =>
  // The error of the PDF library is not passed on, because it may quote the bytes of the file.
  getDocumentProxy(bytes, {
    disableFontFace: true,
    useSystemFonts: false,
    stopAtErrors: false,
    verbosity: 0,
  }).catch(() => undefined);

/**
 * Joins text items at the same height into a line, from left to right. A gap between two text items
 * becomes a blank.
 */
function linesOf(items: Item[]): string {
  const printed = items.filter(({ str }) => str.trim() !== '');
  printed.sort((a, b) => b.y - a.y || a.x - b.x);
  const lines: Item[][] = [];
  for (const item of printed) {
    const line = lines.at(-1);
    const isSame = line && Math.abs(firstIn(line).y - item.y) <= Math.max(item.fontSize, 4) / 3;
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
