import { LockMode } from '@mikro-orm/postgresql';
import {
  createRun,
  Refusal,
  type CallContext,
  type Run,
  type Runtime,
  type Transaction,
} from '@timbre/kit';
import { SheetError } from '@timbre/sheets';
import { certain } from '@timbre/fiscal';
import { readCells, type FileRow } from '../../domain/imports/cells';
import { readHeadings, type Column } from '../../domain/imports/columns';
import { SeenLines } from '../../domain/imports/find-record';
import { moveImport } from '../../domain/imports/import-state';
import type { ImportProviders } from '../../domain/ports';
import { deleteRows } from '../../store/imported-records';
import { Import, ImportRow, type ImportCounts } from '../../store/imports';
import { after, dayMs, endImport } from './end-import';
import { judgeRows } from './judge-rows';

/**
 * The number of rows in one step. The number is small, so that other requests can run between the
 * steps.
 */
const chunkSize = 500;
const attemptsMax = 3;
/** The duration of a claim, which is longer than a step takes. Each step extends the claim. */
const leaseMs = 90_000;
const previewMs = 7 * dayMs;

type Providers = ImportProviders<CallContext>;

/**
 * An attempt to read the file of an import. A later attempt to read the file replaces an earlier
 * attempt.
 */
interface Reading {
  run: Run;
  job: Pick<Import, 'id' | 'kind' | 'fileId' | 'attempts'>;
  columns: (Column | undefined)[];
  seen: SeenLines;
  counts: ImportCounts;
}

/** Ends an attempt after another process has begun a later attempt. */
class Overtaken extends Error {}

/**
 * Reads the file of an import into the rows of its preview, step by step. If the process ends, the
 * next attempt starts again; the third attempt is the last attempt. A file that cannot be read ends
 * the import as failed, with the code of its SheetError, or with one of these codes:
 *
 * - file_not_kept: the uploaded file no longer exists; upload it again
 * - file_empty: the file has no row of headings
 * - headings_unusable: a required column is missing or repeated; see the issues
 * - not_read: every attempt was interrupted
 * @returns whether there was a file to read
 */
export async function readImport(
  runtime: Runtime<Providers>,
  context: CallContext,
  id: string,
): Promise<boolean> {
  const run = createRun(runtime, context);
  const job = await run.step((tx) => claim(tx, id));
  if (!job) return false;
  const counts = { create: 0, update: 0, unchanged: 0, invalid: 0, duplicateInFile: 0 };
  const reading: Reading = { run, job, columns: [], seen: new SeenLines(), counts };
  try {
    const bytes = await fileOf(runtime.providers, context, job.fileId);
    await readRows(reading, runtime.providers.sheets.read(bytes));
    await run.step(async (tx) => finishReading(tx, await held(tx, job), counts));
  } catch (error) {
    if (error instanceof SheetError) await run.step((tx) => fail(tx, job, error));
    else if (!(error instanceof Overtaken)) throw error;
  }
  return true;
}

async function claim(tx: Transaction, id: string): Promise<Reading['job'] | undefined> {
  const job = await tx.find(Import, id, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (job?.state !== 'parsing' || !job.dueAt || job.dueAt > tx.now) return undefined;
  await deleteRows(tx, job.id);
  if (job.attempts >= attemptsMax) {
    endImport(tx, job, 'read_failed', 'not_read');
    return undefined;
  }
  Object.assign(job, { attempts: job.attempts + 1, rowsDone: 0, dueAt: after(tx, leaseMs) });
  const { kind, fileId, attempts } = job;
  return { id, kind, fileId, attempts };
}

/**
 * Reads and locks the import.
 * @throws Overtaken if this is not the latest attempt
 */
async function held(tx: Transaction, { id, attempts }: Reading['job']): Promise<Import> {
  const job = await tx.find(Import, id, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (job?.state !== 'parsing' || job.attempts !== attempts) throw new Overtaken();
  return job;
}

async function fileOf({ files }: Providers, context: CallContext, fileId: string) {
  try {
    return await files.read(context, fileId);
  } catch (error) {
    if (!(error instanceof Refusal) || !['not_found', 'conflict'].includes(error.code)) throw error;
    throw new SheetError('file_not_kept', 'The uploaded file is no longer kept; upload it again.');
  }
}

async function readRows(reading: Reading, pieces: AsyncIterable<readonly FileRow[]>) {
  let waiting: FileRow[] = [];
  let hasHeadings = false;
  for await (const piece of pieces) {
    waiting = waiting.concat(piece);
    if (!hasHeadings && waiting.length > 0) {
      await takeHeadings(reading, certain(waiting.shift(), 'the next row'));
      hasHeadings = true;
    }
    while (waiting.length >= chunkSize) await addChunk(reading, waiting.splice(0, chunkSize));
  }
  if (!hasHeadings) throw new SheetError('file_empty', 'The file has no headings.');
  if (waiting.length > 0) await addChunk(reading, waiting);
}

/** Stores the headings. If the headings cannot be used, the import fails with their issues. */
async function takeHeadings(reading: Reading, { cells }: FileRow): Promise<void> {
  const { columns, issues, isUsable } = readHeadings(reading.job.kind, cells);
  reading.columns = columns;
  await reading.run.step(async (tx) => {
    (await held(tx, reading.job)).issues = issues;
  });
  if (!isUsable) throw new SheetError('headings_unusable', 'The headings cannot be used.');
}

/** Validates rows and adds them to the preview. */
async function addChunk(reading: Reading, rows: readonly FileRow[]): Promise<void> {
  const given = rows.map((row) => readCells(reading.columns, row));
  await reading.run.step(async (tx) => {
    const job = await held(tx, reading.job);
    for (const row of await judgeRows(tx, job.kind, given, reading.seen)) {
      reading.counts[row.action === 'duplicate_in_file' ? 'duplicateInFile' : row.action] += 1;
      tx.add(ImportRow, { importId: job.id, ...row });
    }
    job.rowsDone += rows.length;
    job.updatedAt = tx.now;
    job.dueAt = after(tx, leaseMs);
  });
}

function finishReading(tx: Transaction, job: Import, counts: ImportCounts): void {
  const expiresAt = after(tx, previewMs);
  Object.assign(job, {
    state: moveImport(job.state, 'read'),
    rowsTotal: job.rowsDone,
    counts,
    attempts: 0,
    expiresAt,
    dueAt: expiresAt,
    updatedAt: tx.now,
  });
}

async function fail(tx: Transaction, claimed: Reading['job'], error: SheetError): Promise<void> {
  const job = await held(tx, claimed);
  const { code, message, line } = error;
  if (job.issues.length === 0) job.issues = [{ path: ['line', line], code, message }];
  await deleteRows(tx, job.id);
  endImport(tx, job, 'read_failed', code);
}
