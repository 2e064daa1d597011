import type { PdfLines } from '../domain/pdf-lines';
import { readPdfLines } from './pdf-lines';

/**
 * The size limit of a decompressed stream; the SAT's PDFs have some hundred kilobytes. A small file can
 * decompress to gigabytes, and the memory limits of a worker thread do not cover the memory of typed
 * arrays.
 */
const inflatedMax = 32 << 20;
let isTooLong = false;

/**
 * This code therefore checks the size of every new Uint8Array. The PDF library decompresses a
 * stream into one array, and replaces a full array with a new array of twice the size.
 */
globalThis.Uint8Array = new Proxy(Uint8Array, {
  construct(target, values: [unknown], newTarget) {
    if (typeof values[0] === 'number' && values[0] > inflatedMax) {
      isTooLong = true;
      throw new RangeError('The stream is too long.');
    }
    return Reflect.construct(target, values, newTarget);
  },
});

// Without DecompressionStream, the PDF library decompresses all streams itself, into arrays whose size is
// checked.
Reflect.deleteProperty(globalThis, 'DecompressionStream');

/** The entry function of a worker thread that reads one PDF file at a time. */
export default async function readWithinLimits(bytes: Uint8Array): Promise<PdfLines> {
  isTooLong = false;
  const lines = await readPdfLines(bytes);
  return isTooLong ? { fault: 'pdf_too_long' } : lines;
}
