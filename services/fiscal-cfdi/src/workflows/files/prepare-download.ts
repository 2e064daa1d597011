import { createRun, Refusal, type CallContext, type Run, type Runtime } from '@timbre/kit';
import { ZipFile } from 'yazl';
import { zipNames } from '../../domain/files/zip-names';
import {
  DocumentDownload,
  keepPreparing,
  type Omitted,
} from '../../store/files/document-downloads';
import { deleteParts, partBytesMax, writePart } from '../../store/files/file-parts';
import { documentFile, type PdfProviders } from './document-file';

/**
 * The duration of a worker's lease for one attempt, in milliseconds. If an attempt makes no progress during
 * its lease, another replica takes over the download.
 */
const leaseMs = 60_000;
const attemptsMax = 3;
const keptMs = 24 * 3_600_000;
/** The progress is stored each time this number of documents has been added to the ZIP. */
const noteEvery = 10;
const byteSizeMax = 50 << 20;

type DownloadRuntime = Runtime<PdfProviders>;

interface Claimed {
  id: string;
  attempts: number;
  contentId: string;
  format: string;
  documentRefs: string[];
}

/**
 * Creates the ZIP of a due download, or deletes the ZIP after a day.
 * @returns true if this worker created or deleted a ZIP
 */
export async function prepareDownload(
  runtime: DownloadRuntime,
  context: CallContext,
  id: string,
): Promise<boolean> {
  const run = createRun(runtime, context);
  const claimed = await claim(run, id);
  if (typeof claimed === 'boolean') return claimed;
  try {
    const ready = await writeZip(runtime, run, claimed);
    await finish(run, claimed, (download, now) => {
      const expiresAt = new Date(now.getTime() + keptMs);
      Object.assign(download, { state: 'ready', ...ready, expiresAt, dueAt: expiresAt });
    });
  } catch (error) {
    await run.step((tx) => deleteParts(tx, claimed.contentId));
    if (error instanceof Overtaken) return true;
    if (!(error instanceof TooLarge)) throw error;
    const failed = { state: 'failed', errorCode: 'too_large', dueAt: null };
    await finish(run, claimed, (download) => Object.assign(download, failed));
  }
  return true;
}

/**
 * This error is thrown if another replica has claimed the download. Only the ZIP of that other replica is
 * used.
 */
class Overtaken extends Error {}
class TooLarge extends Error {}

/** @returns the claimed attempt; if there is none, true if the call deleted a ZIP */
function claim(run: Run, id: string): Promise<Claimed | boolean> {
  return run.step(async (tx) => {
    const download = await tx.lock(DocumentDownload, id, 'download');
    if (!download.dueAt || download.dueAt > tx.now) return false;
    if (download.contentId) await deleteParts(tx, download.contentId);
    download.contentId = null;
    if (download.state === 'ready') {
      Object.assign(download, { state: 'expired', dueAt: null });
      return true;
    }
    if (download.attempts >= attemptsMax) {
      Object.assign(download, { state: 'failed', errorCode: 'not_prepared', dueAt: null });
      return true;
    }
    const contentId = tx.newId();
    const attempts = download.attempts + 1;
    const dueAt = new Date(tx.now.getTime() + leaseMs);
    Object.assign(download, { attempts, contentId, done: 0, dueAt });
    const { format, documentRefs } = download;
    return { id, attempts, contentId, format, documentRefs };
  });
}

async function writeZip(runtime: DownloadRuntime, run: Run, claimed: Claimed) {
  const zip = new ZipFile();
  const writing = writeParts(run, claimed.contentId, zip.outputStream as AsyncIterable<Buffer>);
  // If storing the parts fails, this signal stops adding documents to the ZIP.
  const broken = new AbortController();
  writing.catch(() => broken.abort());
  const omitted = await addDocuments(runtime, run, claimed, zip, broken.signal);
  zip.end();
  const byteSize = await writing;
  return { byteSize, omitted, done: claimed.documentRefs.length };
}

async function addDocuments(
  runtime: DownloadRuntime,
  run: Run,
  { id, attempts, format, documentRefs }: Claimed,
  zip: ZipFile,
  broken: AbortSignal,
): Promise<Omitted[]> {
  const omitted: Omitted[] = [];
  const nameOf = zipNames();
  const formats = format === 'both' ? ['xml', 'pdf'] : [format];
  for (const [done, documentRef] of documentRefs.entries()) {
    if (broken.aborted) break;
    if (done % noteEvery === 0) {
      const note = { id, attempts, done, untilMs: leaseMs };
      if (!(await run.step((tx) => keepPreparing(tx, note)))) throw new Overtaken();
    }
    for (const wanted of formats) {
      const file = await fileOf(runtime, run.context, documentRef, wanted);
      if ('code' in file) omitted.push({ documentRef, code: file.code });
      else zip.addBuffer(file.content, nameOf(file.fileName));
    }
  }
  return omitted;
}

/**
 * Returns a document's file, or the code of the reason why the document is omitted, for example because it
 * has changed since the request. Unexpected errors are still thrown.
 */
async function fileOf(
  runtime: DownloadRuntime,
  context: CallContext,
  documentRef: string,
  format: string,
): Promise<{ content: Buffer; fileName: string } | { code: string }> {
  try {
    const { content, fileName } = await documentFile.run(runtime, context, {
      documentRef,
      format,
    });
    return { content: Buffer.from(content), fileName };
  } catch (error) {
    const isRight = error instanceof Refusal && ['not_found', 'conflict'].includes(error.code);
    if (!isRight) throw error;
    return { code: error.details.reason ?? error.code };
  }
}

/**
 * Stores the ZIP file in parts.
 * @returns its size
 */
async function writeParts(
  run: Run,
  contentId: string,
  output: AsyncIterable<Buffer>,
): Promise<number> {
  let waiting: Buffer[] = [];
  let waitingBytes = 0;
  let number = 0;
  let size = 0;
  const flush = async (bytes: number) => {
    const all = Buffer.concat(waiting);
    const part = all.subarray(0, bytes);
    const at = number++;
    await run.step((tx) => writePart(tx, contentId, at, part));
    waiting = [all.subarray(bytes)];
    waitingBytes = all.length - part.length;
  };
  for await (const chunk of output) {
    waiting.push(chunk);
    waitingBytes += chunk.length;
    size += chunk.length;
    if (size > byteSizeMax) throw new TooLarge('the ZIP is larger than 50 MB');
    while (waitingBytes >= partBytesMax) await flush(partBytesMax);
  }
  if (waitingBytes > 0) await flush(waitingBytes);
  return size;
}

function finish(
  run: Run,
  { id, attempts }: Claimed,
  change: (download: DocumentDownload, now: Date) => void,
): Promise<void> {
  return run.step(async (tx) => {
    const download = await tx.lock(DocumentDownload, id, 'download');
    if (download.attempts !== attempts || download.state !== 'preparing') throw new Overtaken();
    change(download, tx.now);
  });
}
