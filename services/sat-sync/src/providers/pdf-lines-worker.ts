import type { PdfLines } from '../domain/pdf-lines';
import { readPdfLines } from './pdf-lines';

/**
 * The size limit of an inflated stream; the SAT's files have some hundred kilobytes. A small file can inflate
 * to gigabytes, and the memory limits of a worker do not include arrays.
 */
const inflatedMax = 32 << 20;
let isTooLong = false;

/**
 * The check covers the size of new arrays, because the reader inflates a stream into one array and
 * replaces a full array by one of twice the size.
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

// Without DecompressionStream the reader itself inflates all streams, into the checked arrays.
Reflect.deleteProperty(globalThis, 'DecompressionStream');

/** The entry point of a worker thread, which reads one file at a time. */
export default async function readWithinLimits(bytes: Uint8Array): Promise<PdfLines> {
  isTooLong = false;
  const lines = await readPdfLines(bytes);
  return isTooLong ? { fault: 'pdf_too_long' } : lines;
}
