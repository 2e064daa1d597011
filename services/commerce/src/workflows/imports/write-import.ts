import { LockMode } from '@mikro-orm/postgresql';
import { createRun, type CallContext, type Runtime, type Transaction } from '@timbre/kit';
import { certain } from '@timbre/fiscal';
import { nextRows, saveResults, type WrittenRow } from '../../store/imported-records';
import { Import, type ImportResults } from '../../store/imports';
import { after, endImport } from './end-import';
import { writeRows } from './write-rows';

/** The number of rows in one transaction. */
const chunkSize = 500;
/**
 * The time limit of a pass in milliseconds. The next pass continues a long import, so that other
 * imports are not delayed.
 */
const passMsMax = 5_000;
const attemptsMax = 10;
const retryMsMax = 60_000;

/**
 * Writes the next rows of a committed import in chunks. One transaction writes a chunk of rows
 * together with their results, so that no row is written twice after a crash.
 *
 * - not_written: the rows could not be written in ten attempts
 * @returns whether a chunk was written
 */
export async function writeImport(
  runtime: Runtime,
  context: CallContext,
  id: string,
): Promise<boolean> {
  const run = createRun(runtime, context);
  const endsMs = performance.now() + passMsMax;
  let hasWritten = false;
  try {
    let hasMore = true;
    while (hasMore && performance.now() < endsMs) {
      const chunk = await run.step((tx) => writeChunk(tx, id));
      hasWritten ||= chunk !== 'none';
      hasMore = chunk === 'more';
    }
  } catch (error) {
    await run.step((tx) => retryLater(tx, id));
    throw error;
  }
  return hasWritten;
}

/** Reads and locks the import, except if another replica has locked it. */
const claim = (tx: Transaction, id: string) =>
  tx.findBy(Import, { id, state: 'committing' }, { lockMode: LockMode.PESSIMISTIC_PARTIAL_WRITE });

/**
 * Writes the next chunk of rows.
 * @returns whether a chunk was written, and whether it was the last chunk
 */
async function writeChunk(tx: Transaction, id: string): Promise<'none' | 'last' | 'more'> {
  const job = await claim(tx, id);
  if (!job || !job.dueAt || job.dueAt > tx.now) return 'none';
  const rows = await nextRows(tx, job.id, chunkSize);
  const written = await writeRows(tx, job, rows);
  await saveResults(tx, written);
  job.rowsDone += rows.length;
  job.results = withResults(certain(job.results, 'results'), written);
  job.attempts = 0;
  job.updatedAt = tx.now;
  const isLast = rows.length < chunkSize;
  if (isLast) endImport(tx, job, 'written');
  return isLast ? 'last' : 'more';
}

function withResults(results: ImportResults, rows: readonly WrittenRow[]): ImportResults {
  const count = (wanted: string) => rows.filter(({ result }) => result === wanted).length;
  return {
    created: results.created + count('created'),
    updated: results.updated + count('updated'),
    unchanged: results.unchanged + count('unchanged'),
    changedSincePreview: results.changedSincePreview + count('changed_since_preview'),
  };
}

/**
 * Schedules another attempt; rows that were already written are kept. If two requests used the same
 * sku, the next attempt reports the conflict.
 */
async function retryLater(tx: Transaction, id: string): Promise<void> {
  const job = await claim(tx, id);
  if (!job) return;
  job.attempts += 1;
  job.dueAt = after(tx, Math.min(100 * 2 ** job.attempts, retryMsMax));
  if (job.attempts >= attemptsMax) endImport(tx, job, 'write_failed', 'not_written');
}
