import { move } from 'piscina';
import { print, type PrintJob } from './print-job';

/** The entry point of a worker thread. The bytes of the PDF are moved to the caller without a copy. */
export default async function printInWorker(job: PrintJob): Promise<unknown> {
  return move(await print(job));
}
