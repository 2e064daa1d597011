import { createHash } from 'node:crypto';
import type { fiscalCfdi } from '@timbre/contract';
import { command, invalid, replyWith, type Transaction } from '@timbre/kit';
import { partIn, partsOf } from '../store/files/file-parts';
import { fileResource, type StoredFile } from '../store/files/stored-files';
import { lockPending, sizeMismatch } from '../workflows/files/pending-file';

/**
 * An uploaded file is stored for this time, in milliseconds. The file is temporary, because the operation
 * that uses it copies the content.
 */
const keptMs = 7 * 24 * 3_600_000;

/**
 * Completes an upload when all parts of the file have arrived and have the size and digest that the client
 * declared. The operation refuses with not_found, with conflict (file_stored or file_expired), or with
 * validation_error (size_mismatch or sha256_mismatch). The client can upload the content again after a
 * validation_error.
 */
export const storeFile = command(async (tx, { fileId, byteSize }: fiscalCfdi.StoreFileRequest) => {
  const file = await lockPending(tx, fileId);
  if (byteSize !== file.byteSize) throw sizeMismatch(file.byteSize);
  if ((await digestOf(tx, file)) !== file.sha256) {
    const message = 'The SHA-256 of the content differs from the announced one.';
    throw invalid([{ path: [], code: 'sha256_mismatch', message }]);
  }
  const dueAt = new Date(tx.now.getTime() + keptMs);
  Object.assign(file, { state: 'stored', storedAt: tx.now, dueAt });
  return replyWith(fileResource, file.id);
});

/** Reads the file part by part, so that the whole file is never in memory. */
async function digestOf(tx: Transaction, { id, byteSize }: StoredFile): Promise<string> {
  const hash = createHash('sha256');
  for (let number = 0; number < partsOf(byteSize); number += 1) {
    const part = await partIn(tx, id, number);
    if (!part) throw sizeMismatch(byteSize);
    hash.update(part);
  }
  return hash.digest('hex');
}
