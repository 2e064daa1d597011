import { createHash } from 'node:crypto';
import type { fiscalCfdi } from '@timbre/contract';
import { command, invalid, replyWith, type Transaction } from '@timbre/kit';
import { partsOf } from '../store/files/file-parts';
import { fileResource, type StoredFile } from '../store/files/stored-files';
import { lockPending, sizeMismatch } from '../workflows/files/pending-file';

/** A file is there for the operation that takes it, which keeps what it needs. */
const keptMs = 7 * 24 * 3_600_000;

/**
 * Stores a file once all of its parts are there and are what was announced. Refusals: not_found;
 * conflict file_stored, file_expired; validation_error size_mismatch, sha256_mismatch, after which
 * the content may come again.
 */
export const storeFile = command(async (tx, { fileId, byteSize }: fiscalCfdi.StoreFileRequest) => {
  const file = await lockPending(tx, fileId);
  if (byteSize !== file.byteSize) throw sizeMismatch(file.byteSize);
  if ((await digestOf(tx, file)) !== file.sha256) {
    const message = 'The SHA-256 of the content is not the one that was announced.';
    throw invalid([{ path: [], code: 'sha256_mismatch', message }]);
  }
  const dueAt = new Date(tx.now.getTime() + keptMs);
  Object.assign(file, { state: 'stored', storedAt: tx.now, dueAt });
  return replyWith(fileResource, file.id);
});

/** Part by part, so that no file is in memory as a whole. */
async function digestOf(tx: Transaction, { id, byteSize }: StoredFile): Promise<string> {
  const hash = createHash('sha256');
  for (let number = 0; number < partsOf(byteSize); number += 1) {
    const [part] = await tx.execute<{ content: Buffer }>(
      'select content from file_parts where org_id = ? and content_id = ? and number = ?',
      [tx.organizationId, id, number],
    );
    if (!part) throw sizeMismatch(byteSize);
    hash.update(part.content);
  }
  return hash.digest('hex');
}
