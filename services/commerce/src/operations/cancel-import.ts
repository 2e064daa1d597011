import type { commerce } from '@timbre/contract';
import { command, conflict, replyWith } from '@timbre/kit';
import { moveImport } from '../domain/imports/import-state';
import { Import, importResource } from '../store/imports';
import { endImport } from '../workflows/imports/end-import';

/**
 * Cancels an import. A commit in progress stops after the chunk of rows that is being written, and
 * written rows are kept. The lock waits until that chunk is written.
 *
 * - import_not_cancelable: only an import in preview or being committed can be canceled
 */
export const cancelImport = command(async (tx, request: commerce.CancelImportRequest) => {
  const job = await tx.lock(Import, request.importId, importResource.name);
  if (!moveImport(job.state, 'canceled')) {
    const message = `This import is ${job.state}; only a preview or a commit can be canceled.`;
    throw conflict(message, 'import_not_cancelable');
  }
  endImport(tx, job, 'canceled');
  return replyWith(importResource, job.id);
});
