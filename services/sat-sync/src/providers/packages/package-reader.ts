import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { Piscina } from 'piscina';
import {
  PackageUnreadable,
  type PackageBatch,
  type ReadPackage,
  type StoredPackage,
} from '../../domain/downloads/package-batch';
import type { PackageType } from '../../domain/downloads/port';
import type { Asked, PackageTask, WorkerAnswer } from './package-worker';
import { readPackage } from './read-package';

/**
 * The time limit for reading a batch. Reading a batch normally takes some ten milliseconds, so a package
 * that takes much longer was built as an attack.
 */
const batchMsMax = 30_000;
const workerFile = require.resolve('./package-worker');

/**
 * Reads packages in worker threads, which request the stored parts one at a time. A large or malicious
 * package therefore cannot block requests or fill the memory. A worker thread cannot load TypeScript
 * sources, so in tests the main thread reads the package.
 */
export function packageReader(filename = workerFile, msMax = batchMsMax) {
  if (!filename.endsWith('.js')) return { read: readPackage, close: async () => undefined };
  let pool: Piscina | undefined;
  const read: ReadPackage = (stored, type, from) =>
    readInPool((pool ??= openPool(filename)), { stored, type, from, msMax });
  return { read, close: async () => pool?.close() };
}

const openPool = (filename: string) =>
  new Piscina({
    filename,
    minThreads: 0,
    maxThreads: 2,
    idleTimeout: 60_000,
    resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 8 },
  });

interface Reading {
  stored: StoredPackage;
  type: PackageType;
  from: number;
  msMax: number;
}

async function* readInPool(
  pool: Piscina,
  { stored, type, from, msMax }: Reading,
): AsyncGenerator<PackageBatch> {
  const { port1: port, port2 } = new MessageChannel();
  const abort = new AbortController();
  const task: PackageTask = { port: port2, partSizes: stored.partSizes, type, from };
  const work = pool.run(task, { transferList: [port2], signal: abort.signal }) as Promise<void>;
  const death = new Promise<never>((_, reject) => void work.catch(reject));
  // Each function that waits for a message rethrows an earlier failure of the worker. Without this
  // handler, a worker failure between two waits would be an unhandled rejection, which ends the
  // process.
  death.catch(() => undefined);
  let isOver = false;
  let timer: NodeJS.Timeout | undefined;
  try {
    // The time limit starts when a worker thread starts the task. The wait for a free worker thread
    // does not count towards the time limit.
    await Promise.race([nextMessage(port), death]);
    for (;;) {
      timer = setTimeout(() => abort.abort(), msMax);
      let answer = await ask(port, 'next', death).catch(asFault);
      while ('part' in answer)
        answer = await ask(port, await stored.part(answer.part), death).catch(asFault);
      clearTimeout(timer);
      isOver = 'end' in answer || 'fault' in answer;
      if ('fault' in answer) throw new PackageUnreadable(answer.fault);
      if ('end' in answer) return;
      yield batchOf(answer);
    }
  } finally {
    clearTimeout(timer);
    if (!isOver) abort.abort();
    port.close();
    // The failure is ignored here, because it was already thrown above or is an abort by the caller.
    await work.catch(() => undefined);
  }
}

const nextMessage = <Message>(port: MessagePort): Promise<Message> =>
  new Promise((resolve) => port.once('message', resolve));

const ask = (port: MessagePort, asked: Asked, death: Promise<never>): Promise<WorkerAnswer> => {
  const answer = nextMessage<WorkerAnswer>(port);
  // A package part that fills its whole buffer is transferred to the worker without a copy.
  const isWhole = asked !== 'next' && asked.length === asked.buffer.byteLength;
  port.postMessage(asked, isWhole ? [asked.buffer as ArrayBuffer] : []);
  return Promise.race([answer, death]);
};

/** Returns the fault of a worker that ran out of memory or time; any other error is a bug. */
function asFault(error: unknown): WorkerAnswer {
  const { code, name } = error as { code?: string; name?: string };
  if (code === 'ERR_WORKER_OUT_OF_MEMORY') return { fault: 'The package takes too much memory.' };
  if (name === 'AbortError') return { fault: 'The package takes too much time.' };
  throw error;
}

function batchOf({ sizes, xml, ...batch }: Extract<WorkerAnswer, { xml: Buffer }>): PackageBatch {
  let at = 0;
  const documents = sizes.map(({ uuid, bytes }) => {
    const document = { uuid, xml: Buffer.from(xml.buffer, xml.byteOffset + at, bytes) };
    at += bytes;
    return document;
  });
  return { ...batch, documents };
}
