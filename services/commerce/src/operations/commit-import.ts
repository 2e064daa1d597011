import type { commerce } from '@timbre/contract';
import { command, conflict, replyWith } from '@timbre/kit';
import { moveImport } from '../domain/imports/import-state';
import { Import, importResource } from '../store/imports';

/**
 * Commits an import. A job writes the rows after the response. If there are invalid rows, the
 * request determines whether they are skipped or the whole commit is rejected.
 *
 * - not_a_preview: only an import in preview can be committed
 * - rows_invalid: some rows of the file are not valid, and the request allows the import only if
 *   all are valid
 */
export const commitImport = command(async (tx, request: commerce.CommitImportRequest) => {
  const job = await tx.lock(Import, request.importId, importResource.name);
  const state = moveImport(job.state, 'commit_requested');
  if (!state || !job.counts || (job.expiresAt ?? tx.now) < tx.now) {
    throw conflict(
      `This import is ${job.state}; only a preview can be committed.`,
      'not_a_preview',
    );
  }
  const { create, update, invalid, duplicateInFile } = job.counts;
  const rowsInvalid = invalid + duplicateInFile;
  if (request.onlyIfAllValid && rowsInvalid > 0) {
    throw conflict(`${rowsInvalid} rows of the file are not valid.`, 'rows_invalid');
  }
  Object.assign(job, {
    state,
    attempts: 0,
    committedAt: tx.now,
    updatedAt: tx.now,
    dueAt: tx.now,
    // Rows that change nothing count as done from the start.
    rowsDone: (job.rowsTotal ?? 0) - create - update,
    results: { created: 0, updated: 0, unchanged: 0, changedSincePreview: 0 },
    expiresAt: null,
  });
  return replyWith(importResource, job.id);
});
