import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { readSheet, SheetError, type SheetRow } from '@timbre/sheets';
import type { SheetReader } from '../domain/ports';

const limits = { rowsMax: 50_000, columnsMax: 100 };
/**
 * The time limit of the reading thread in milliseconds. The time in which the caller processes the
 * rows does not count.
 */
const readMsMax = 60_000;
const heapMegabytesMax = 192;
const workerFile = require.resolve('./read-sheet-worker');

type Answer =
  | { rows: SheetRow[] }
  | { isDone: true }
  | { fault: { code: string; message: string; line: number } };

/**
 * Reads each file in its own thread, so that a malicious file cannot end the process or block other
 * requests. A worker cannot load TypeScript sources, so in tests the current thread reads the file.
 *
 * - not_read_in_time: reading the file takes longer than 60 s; divide it into smaller files
 * - not_read_in_memory: reading the file needs too much memory; divide it into smaller files
 */
export function sheetReader(
  filename = workerFile,
  msMax = readMsMax,
  megabytesMax = heapMegabytesMax,
): SheetReader {
  if (!filename.endsWith('.js')) return { read: (bytes) => readSheet(bytes, limits) };
  return { read: (bytes) => readInWorker(filename, bytes, msMax, megabytesMax) };
}

async function* readInWorker(
  filename: string,
  bytes: Uint8Array,
  msMax: number,
  megabytesMax: number,
): AsyncGenerator<SheetRow[]> {
  const worker = new Worker(filename, {
    workerData: { bytes, limits },
    resourceLimits: { maxOldGenerationSizeMb: megabytesMax, maxYoungGenerationSizeMb: 16 },
    env: {},
  });
  let leftMs = msMax;
  try {
    for (;;) {
      const startedMs = performance.now();
      const answer = await nextOf(worker, leftMs);
      leftMs -= performance.now() - startedMs;
      if ('isDone' in answer) return;
      if ('fault' in answer) {
        const { code, message, line } = answer.fault;
        throw new SheetError(code, message, line);
      }
      yield answer.rows;
    }
  } finally {
    await worker.terminate();
  }
}

async function nextOf(worker: Worker, msMax: number): Promise<Answer> {
  const signal = AbortSignal.timeout(Math.max(Math.ceil(msMax), 1));
  worker.postMessage('next');
  try {
    const [answer] = (await once(worker, 'message', { signal })) as [Answer];
    return answer;
  } catch (error) {
    if (signal.aborted) {
      throw new SheetError('not_read_in_time', 'Reading the file takes too long; divide it.');
    }
    if ((error as { code?: string }).code !== 'ERR_WORKER_OUT_OF_MEMORY') throw error;
    throw new SheetError(
      'not_read_in_memory',
      'Reading the file takes too much memory; divide it.',
    );
  }
}
