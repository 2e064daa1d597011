import { createHash } from 'node:crypto';
import type { fiscalCfdi } from '@timbre/contract';
import { command, invalid, replyWith, type Transaction } from '@timbre/kit';
import { partIn, partsOf } from '../store/files/file-parts';
import { fileResource, type StoredFile } from '../store/files/stored-files';
import { lockPending, sizeMismatch } from '../workflows/files/pending-file';

/**
 * The time for which an uploaded file is kept, in milliseconds. The file is temporary, because the operation
 * that uses it copies the content.
 */
const keptMs = 7 * 24 * 3_600_000;

/**
 * Stores a file once all its parts have arrived with the size and digest that the client declared. Refusals:
 * not_found; conflict file_stored, file_expired; validation_error size_mismatch, sha256_mismatch. The client
 * can upload the content again after a validation_error.
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
