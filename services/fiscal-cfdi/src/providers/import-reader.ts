import { availableParallelism } from 'node:os';
import { unavailable } from '@timbre/kit';
import { Piscina } from 'piscina';
import type { Authorities } from '../domain/drafting/imported-cfdi';
import {
  readDocuments,
  type ImportReader,
  type ReadVerdict,
} from '../domain/drafting/read-documents';
import type { PacCertificateSources } from './trusted-authorities';

/**
 * The time limit for a batch, in milliseconds. A batch of some hundred documents normally takes a fraction
 * of a second.
 */
const readMsMax = 30_000;
const queueMax = 64;
/** One core stays free for the thread that stores the documents. */
const threadsMax = Math.min(Math.max(availableParallelism() - 1, 1), 2);
const workerFile = require.resolve('./import-worker');

/**
 * Reads and verifies documents in worker threads. If the main thread read a batch, every other request
 * would have to wait. In tests the sources are not compiled and a worker cannot load them, so the current
 * thread reads the documents.
 */
export function importReader(
  sources: PacCertificateSources,
  authorities: Authorities,
  filename = workerFile,
): ImportReader & { close(): Promise<void> } {
  if (!filename.endsWith('.js')) {
    const read = (rfc: string, documents: readonly Uint8Array[]) =>
      Promise.resolve(readDocuments({ rfc, documents }, authorities));
    return { read, close: async () => undefined };
  }
  let pool: Piscina | undefined;
  return {
    async read(rfc, documents) {
      pool ??= openPool(filename, sources);
      if (pool.queueSize >= queueMax) throw unavailable('Too many documents are being imported.');
      const signal = AbortSignal.timeout(readMsMax);
      const json = await (pool.run({ rfc, documents }, { signal }) as Promise<string>);
      return JSON.parse(json) as ReadVerdict[];
    },
    close: async () => pool?.close(),
  };
}

const openPool = (filename: string, sources: PacCertificateSources) =>
  new Piscina({
    filename,
    workerData: sources,
    minThreads: 0,
    maxThreads: threadsMax,
    idleTimeout: 60_000,
    resourceLimits: { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 16 },
  });
