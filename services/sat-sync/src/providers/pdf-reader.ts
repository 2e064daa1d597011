import { notDone, unavailable } from '@timbre/kit';
import { Piscina } from 'piscina';
import type { PdfLines } from '../domain/pdf-lines';
import { readPdfLines } from './pdf-lines';

/**
 * Reads the text of PDFs that users upload or the SAT sends. A process has one PDF reader, and
 * closes it when the process stops.
 */
export interface PdfReader {
  /**
   * Reads the text of a PDF.
   * @throws Refusal provider_unavailable pdf_timeout if reading takes too long
   */
  read(bytes: Uint8Array): Promise<PdfLines>;
  close(): Promise<void>;
}

/**
 * The time limit for reading a PDF file. Reading a filing receipt (acuse) takes some ten
 * milliseconds, so a file that takes much longer was built as an attack.
 */
const readMsMax = 10_000;
/**
 * The maximum number of files that wait for a worker. When the queue of PDF files is full, further
 * requests are refused and must be repeated later.
 */
const queueMax = 64;
const idleMs = 60_000;
const workerFile = require.resolve('./pdf-lines-worker');

/**
 * Creates a PDF reader that reads files in worker threads, so that a malicious file cannot end the
 * process or block other requests. A worker thread cannot load TypeScript sources, so in tests the
 * main thread reads the file.
 */
export function pdfReader(filename = workerFile, msMax = readMsMax): PdfReader {
  if (!filename.endsWith('.js')) return { read: readPdfLines, close: async () => undefined };
  let pool: Piscina | undefined;
  return {
    async read(bytes) {
      pool ??= openPool(filename);
      if (pool.queueSize >= queueMax) throw unavailable('Too many files are waiting to be read.');
      // The bytes of the file are copied, because their memory is transferred to the worker.
      const run = pool.run(Uint8Array.from(bytes), { signal: AbortSignal.timeout(msMax) });
      return run.catch(faultOf) as Promise<PdfLines>;
    },
    close: async () => pool?.close(),
  };
}

/**
 * Returns the error for a PDF that could not be read. A timeout is thrown as a temporary error,
 * because the machine may only be overloaded. If the file crashed its worker, the file is reported
 * as unreadable.
 */
function faultOf(error: unknown): PdfLines {
  const isLate = (error as { name?: string }).name === 'AbortError';
  if (isLate) throw notDone('The PDF could not be read in time; try again.', 'pdf_timeout');
  return { fault: 'pdf_unreadable' };
}

const openPool = (filename: string) =>
  new Piscina({
    filename,
    minThreads: 0,
    maxThreads: 2,
    idleTimeout: idleMs,
    resourceLimits: { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32 },
  });
