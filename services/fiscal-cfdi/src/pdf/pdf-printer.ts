import { availableParallelism } from 'node:os';
import { unavailable } from '@timbre/kit';
import { Piscina } from 'piscina';
import { print, type PrintJob } from './print-job';

/** Prints documents. A service has one printer and closes it on shutdown. */
export interface PdfPrinter {
  print(job: PrintJob): Promise<Uint8Array>;
  close(): Promise<void>;
}

/**
 * The time limit for one document. A page takes a few milliseconds, and five hundred concepts take a few
 * hundred milliseconds. If a document takes longer than the limit, the host is overloaded.
 */
const printMsMax = 20_000;
/**
 * The maximum number of waiting documents. If the queue is full, further calls are refused and must be
 * retried.
 */
const queueMax = 256;
const threadsMax = 4;
const idleMs = 60_000;
const workerFile = require.resolve('./print-worker');

interface PrinterOptions {
  /** In a sandbox, every page carries a mark which says that the document has no legal effect. */
  readonly environment: 'production' | 'sandbox';
  readonly filename?: string;
  readonly msMax?: number;
}

/**
 * Prints in worker threads. The threads start with the first document and end when idle. In tests
 * the sources are not built and a worker cannot load them, so the current thread prints the
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
