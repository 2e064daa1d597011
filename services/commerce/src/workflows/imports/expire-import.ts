import { createRun, type CallContext, type Runtime } from '@timbre/kit';
import { deleteRows } from '../../store/imported-records';
import { Import, importResource } from '../../store/imports';
import { endImport } from './end-import';

/**
 * Expires a preview that was not committed in time, and deletes the rows of an import that ended
 * long ago.
 */
export function expireImport(runtime: Runtime, context: CallContext, id: string): Promise<boolean> {
  return createRun(runtime, context).step(async (tx) => {
    const job = await tx.lock(Import, id, importResource.name);
    if (['parsing', 'committing'].includes(job.state) || !job.dueAt || job.dueAt > tx.now) {
      return false;
    }
    await deleteRows(tx, job.id);
    if (job.state === 'preview') endImport(tx, job, 'expired');
    else job.dueAt = null;
    return true;
  });
}
