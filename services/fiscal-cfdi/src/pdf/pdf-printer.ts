import { availableParallelism } from 'node:os';
import { unavailable } from '@timbre/kit';
import { Piscina } from 'piscina';
import { print, type PrintJob } from './print-job';

/**
 * Prints documents as PDF. Prints documents as PDF; a service creates a single printer and closes the
 * printer on shutdown.
 */
export interface PdfPrinter {
  print(job: PrintJob): Promise<Uint8Array>;
  close(): Promise<void>;
}

/**
 * The time limit for printing one document. Printing a page takes a few milliseconds, and five hundred
 * concepts take a few hundred milliseconds. If printing takes longer than the time limit, the host is
 * overloaded.
 */
const printMsMax = 20_000;
/**
 * The maximum number of documents that wait to be printed. If the queue is full, further calls are refused
 * and must be retried.
 */
const queueMax = 256;
const threadsMax = 4;
const idleMs = 60_000;
const workerFile = require.resolve('./print-worker');

interface PrinterOptions {
  /** In a sandbox, a mark on every page says that the document has no legal effect. */
  readonly environment: 'production' | 'sandbox';
  readonly filename?: string;
  readonly msMax?: number;
}

/**
 * Prints documents in worker threads. The threads start with the first document and end when they are idle.
 * In tests the sources are not compiled and a worker cannot load them, so the current thread prints the
 * documents.
 */
export function pdfPrinter({
  environment,
  filename = workerFile,
  msMax = printMsMax,
}: PrinterOptions): PdfPrinter {
  const isSandbox = environment === 'sandbox';
  if (!filename.endsWith('.js')) {
    return { print: (job) => print({ ...job, isSandbox }), close: async () => undefined };
  }
  let pool: Piscina | undefined;
  return {
    async print(job) {
      pool ??= openPool(filename);
      if (pool.queueSize >= queueMax)
        throw unavailable('Too many documents are waiting to be printed.');
      const signal = AbortSignal.timeout(msMax);
      return pool.run({ ...job, isSandbox }, { signal }).catch((error: unknown) => {
        if (!signal.aborted) throw error;
        throw unavailable('The document could not be printed in time.', error);
      }) as Promise<Uint8Array>;
    },
    close: async () => pool?.close(),
  };
}

const openPool = (filename: string) =>
  new Piscina({
    filename,
    minThreads: 0,
    maxThreads: Math.min(availableParallelism(), threadsMax),
    idleTimeout: idleMs,
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  });
