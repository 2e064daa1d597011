import { createDueJob, createRun, type JobParts, type Transaction } from '@timbre/kit';
import { deleteParts } from '../store/files/file-parts';
import { fileResource, StoredFile, dueFiles } from '../store/files/stored-files';

const everyMs = 60_000;
const batchMax = 16;

/** Deletes uploads that were never completed, and stored files whose retention period has ended. */
export const createUploadJob = ({ runtime, systemPool }: JobParts) =>
  createDueJob(runtime, systemPool, {
    name: 'expire-uploads',
    everyMs,
    due: dueFiles,
    batchMax,
    work: (context, { id }) =>
      createRun(runtime, context).step(async (tx) =>
        expireUpload(tx, await tx.lock(StoredFile, id, fileResource.name)),
      ),
  });

/** Marks one file as expired and deletes its content, unless its expiry was postponed in the meantime. */
async function expireUpload(tx: Transaction, file: StoredFile): Promise<boolean> {
  if (!file.dueAt || file.dueAt > tx.now) return false;
  await deleteParts(tx, file.id);
  Object.assign(file, { state: 'expired', dueAt: null, storedAt: null });
  return true;
}
