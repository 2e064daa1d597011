import type { PdfLines } from '../domain/pdf-lines';
import { readPdfLines } from './pdf-lines';

/**
 * The size limit of a decompressed stream; the SAT's files have some hundred kilobytes. A small
 * file can decompress to gigabytes, and the memory limits of a worker do not include the memory of
 * arrays.
 */
const inflatedMax = 32 << 20;
let isTooLong = false;

/**
 * The size of every new array is checked. The PDF library decompresses a stream into one array and
 * replaces a full array by a new one of twice the size.
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

// Without DecompressionStream, the PDF library itself decompresses all streams, into arrays whose
// size is checked.
Reflect.deleteProperty(globalThis, 'DecompressionStream');

/** The function that a worker thread runs; it reads one file at a time. */
export default async function readWithinLimits(bytes: Uint8Array): Promise<PdfLines> {
  isTooLong = false;
  const lines = await readPdfLines(bytes);
  return isTooLong ? { fault: 'pdf_too_long' } : lines;
}
