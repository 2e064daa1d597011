import { parentPort, workerData } from 'node:worker_threads';
import { readSheet, SheetError, type SheetLimits } from '@timbre/sheets';
import { certain } from '@timbre/fiscal';

/**
 * The program that a worker thread runs to read an uploaded sheet. The thread sends the next rows
 * on each request.
 */
const { bytes, limits } = workerData as { bytes: Uint8Array; limits: SheetLimits };
const rows = readSheet(bytes, limits);
const port = certain(parentPort, 'parentPort');

port.on('message', () => {
  rows.next().then(
    ({ value, done }) => port.postMessage(done ? { isDone: true } : { rows: value }),
    (error: unknown) => {
      // An error other than a SheetError is a bug and ends the thread.
      if (!(error instanceof SheetError)) throw error;
      const { code, message, line } = error;
      port.postMessage({ fault: { code, message, line } });
    },
  );
});
