import { availableParallelism } from 'node:os';
import { unavailable } from '@timbre/kit';
import { Piscina } from 'piscina';
import { print, type PrintJob } from './print-job';

/** Prints documents; a service has one and closes it at its end. */
export interface PdfPrinter {
  print(job: PrintJob): Promise<Uint8Array>;
  close(): Promise<void>;
}

/** A page takes some milliseconds, five hundred concepts some hundred; longer is too busy a host. */
const printMsMax = 20_000;
/** Waiting documents at which the next caller is told to come back. */
const queueMax = 256;
const threadsMax = 4;
const idleMs = 60_000;
const workerFile = require.resolve('./print-worker');

/**
 * Prints off the thread that serves requests. Threads start with the first document and end when
 * idle. Where sources run without being built (tests), no thread could load them: this one prints.
 */
export function pdfPrinter(filename = workerFile, msMax = printMsMax): PdfPrinter {
  if (!filename.endsWith('.js')) return { print, close: async () => undefined };
  let pool: Piscina | undefined;
  return {
    async print(job) {
      pool ??= openPool(filename);
      if (pool.queueSize >= queueMax) throw unavailable('Too many documents are being printed.');
      const signal = AbortSignal.timeout(msMax);
      return pool.run(job, { signal }).catch((error: unknown) => {
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
