import { publicForm } from '@timbre/api';
import { commerce } from '@timbre/contract';
import type { DomainEvent } from '@timbre/kit';
import type { Import } from './imports';

/** Creates the event commerce.import.finished with the result of an import. */
export function importFinished(job: Import): DomainEvent {
  const { created = 0, updated = 0, unchanged = 0 } = job.results ?? {};
  const before = job.results ? (job.counts?.unchanged ?? 0) : 0;
  const payload: commerce.Import = {
    importId: job.id,
    version: job.version,
    kind: job.kind,
    state: job.state,
    fileName: job.fileName,
    errorCode: job.errorCode ?? undefined,
    created,
    updated,
    unchanged: unchanged + before,
    notWritten: (job.rowsTotal ?? 0) - created - updated - unchanged - before,
  };
  return {
    subject: 'commerce.import.finished',
    aggregate: 'import',
    aggregateId: job.id,
    aggregateVersion: job.version,
    payload: commerce.Import.encode(payload).finish(),
  };
}

export const publicImport = publicForm('commerce.import', commerce.Import, {
  type: () => 'import.finished',
  data: (job) => job,
});
