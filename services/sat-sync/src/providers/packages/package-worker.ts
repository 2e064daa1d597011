import type { MessagePort } from 'node:worker_threads';
import type { PackageType } from '../../domain/downloads/port';
import { PackageUnreadable, type PackageBatch } from '../../domain/downloads/package-batch';
import { readPackage } from './read-package';

export interface PackageTask {
  port: MessagePort;
  partSizes: readonly number[];
  type: PackageType;
  from: number;
}

/** A message to a worker thread: the bytes of a requested part, or a request for the next batch. */
export type Asked = Uint8Array | 'next';
/** A message from a worker thread. All documents of a batch are in one block of bytes. */
export type WorkerAnswer =
  | { part: number }
  | (Omit<PackageBatch, 'documents'> & { sizes: { uuid: string; bytes: number }[]; xml: Buffer })
  | { fault: string }
  | { end: true };

/**
 * The entry function of a worker thread that reads packages. The worker sends one batch for each
 * request that it receives on the port.
 */
export default async function readInWorker(task: PackageTask): Promise<void> {
  const { port, partSizes, type, from } = task;
  const send = (answer: WorkerAnswer, transfer: ArrayBuffer[] = []): Promise<Asked> =>
    new Promise((resolve) => {
      port.once('message', resolve);
      port.postMessage(answer, transfer);
    });
  const part = async (position: number) => (await send({ part: position })) as Uint8Array;
  const asked = new Promise((resolve) => port.once('message', resolve));
  // Reports to the main thread that the task has started after waiting for a free thread.
  port.postMessage('ready');
  await asked;
  try {
    for await (const { documents, ...batch } of readPackage({ partSizes, part }, type, from)) {
      // All documents are copied into one block of memory, which is then transferred. A small buffer
      // cannot be transferred, because it may share its memory with other buffers.
      const sizes = documents.map(({ uuid, xml }) => ({ uuid, bytes: xml.length }));
      const xml = Buffer.allocUnsafeSlow(sizes.reduce((sum, { bytes }) => sum + bytes, 0));
      let at = 0;
      for (const document of documents) at += document.xml.copy(xml, at);
      await send({ ...batch, sizes, xml }, [xml.buffer]);
    }
    port.postMessage({ end: true } satisfies WorkerAnswer);
  } catch (error) {
    if (!(error instanceof PackageUnreadable)) throw error;
    port.postMessage({ fault: error.message } satisfies WorkerAnswer);
  } finally {
    port.close();
  }
}
