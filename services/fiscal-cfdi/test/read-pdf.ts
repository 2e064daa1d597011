import { inflateSync } from 'node:zlib';
import jsQr from 'jsqr';
import { extractText, getDocumentProxy } from 'unpdf';

/** Returns the text of each page, with white space reduced to single blanks. */
export async function pagesOf(pdf: Uint8Array): Promise<string[]> {
  const { text } = await extractText(await getDocumentProxy(pdf.slice()));
  return text.map((page) => page.replace(/\s+/g, ' '));
}

/**
 * Returns the whole text without blanks, so that values that are split across lines can be found.
 */
export async function unbrokenText(pdf: Uint8Array): Promise<string> {
  return unbroken((await pagesOf(pdf)).join(''));
}

export const unbroken = (text: string): string => text.replace(/\s+/g, '');

/**
 * Returns the content and size of the QR code, which the function reads from the vectors in the PDF file.
 */
export function qrOf(pdf: Uint8Array): { text: string | undefined; sidePoints: number } {
  const drawing = contentsOf(pdf).find((content) => / 1 re\n/.test(content)) ?? '';
  const runs = [...drawing.matchAll(/^(\d+) (\d+) (\d+) 1 re$/gm)].map(([, ...run]) =>
    run.map(Number),
  );
  const size = Math.max(...runs.map(([, row = 0]) => row)) + 1;
  const [, scale = '0'] = /^([\d.]+) 0 0 \1 0 0 cm$/m.exec(drawing) ?? [];
  return { text: decoded(runs, size), sidePoints: Number(scale) * size };
}

const pixels = 4;
const quietModules = 4;

function decoded(runs: number[][], size: number): string | undefined {
  const side = (size + 2 * quietModules) * pixels;
  const image = new Uint8ClampedArray(side * side * 4).fill(255);
  for (const [column = 0, row = 0, length = 0] of runs) {
    for (let y = 0; y < pixels; y += 1) {
      for (let x = 0; x < length * pixels; x += 1) {
        const line = (row + quietModules) * pixels + y;
        const start = (line * side + (column + quietModules) * pixels + x) * 4;
        image.fill(0, start, start + 3);
      }
    }
  }
  return jsQr(image, side, side)?.data;
}

/** Returns every compressed stream of the PDF file as text. */
function contentsOf(pdf: Uint8Array): string[] {
  const file = Buffer.from(pdf);
  const contents: string[] = [];
  for (
    let start = file.indexOf('stream\n');
    start >= 0;
    start = file.indexOf('stream\n', start + 7)
  ) {
    if (file.toString('latin1', start - 3, start) === 'end') continue;
    const end = file.indexOf('endstream', start);
    try {
      contents.push(inflateSync(file.subarray(start + 7, end)).toString('latin1'));
    } catch {
      // Streams that are not compressed are skipped, because they contain no drawing.
    }
  }
  return contents;
}
