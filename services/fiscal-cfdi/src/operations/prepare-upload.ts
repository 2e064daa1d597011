import type { fiscalCfdi } from '@timbre/contract';
import { command, replyWith } from '@timbre/kit';
import { fileResource, StoredFile } from '../store/files/stored-files';

/** The client must upload the content within this time, in milliseconds. */
const pendingMs = 24 * 3_600_000;

/**
 * Registers a file for upload, with its size and its digest. The client then uploads the content through a
 * link of the gateway.
 */
export const prepareUpload = command((tx, request: fiscalCfdi.PrepareUploadRequest) => {
  const id = tx.add(StoredFile, {
    version: 1,
    ...request,
    state: 'pending',
    dueAt: new Date(tx.now.getTime() + pendingMs),
    createdAt: tx.now,
  });
  return Promise.resolve(replyWith(fileResource, id));
});
