import { createDueJob, type JobParts, type CallContext, type Repeated } from '@timbre/kit';
import type { ImportProviders } from '../domain/ports';
import { dueImports } from '../store/imports';
import { expireImport } from '../workflows/imports/expire-import';
import { readImport } from '../workflows/imports/read-import';
import { writeImport } from '../workflows/imports/write-import';

const everyMs = 1_000;
/** The number of files that are read concurrently, each in its own thread. */
const readMax = 2;
const writeMax = 4;

/** Creates the jobs that continue imports after their requests were answered. */
export function createImportJobs({
  runtime,
  systemPool,
}: JobParts<ImportProviders<CallContext>>): Repeated[] {
  return [
    createDueJob(runtime, systemPool, {
      name: 'read-imports',
      everyMs,
      batchMax: readMax,
      due: dueImports(`'parsing'`),
      work: (context, { id }) => readImport(runtime, context, id),
    }),
    createDueJob(runtime, systemPool, {
      name: 'write-imports',
      everyMs,
      batchMax: writeMax,
      due: dueImports(`'committing'`),
      work: (context, { id }) => writeImport(runtime, context, id),
    }),
    createDueJob(runtime, systemPool, {
      name: 'expire-imports',
      everyMs: 60_000,
      batchMax: 16,
      due: dueImports(`'preview', 'done', 'failed', 'canceled'`),
      work: (context, { id }) => expireImport(runtime, context, id),
    }),
  ];
}
