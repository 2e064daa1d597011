import { conflict, invalid, type Transaction } from '@timbre/kit';
import { fileResource, StoredFile } from '../../store/files/stored-files';

/** Locks a file whose content may still be uploaded. */
export async function lockPending(tx: Transaction, fileId: string): Promise<StoredFile> {
  const file = await tx.lock(StoredFile, fileId, fileResource.name);
  if (file.state === 'stored') throw conflict('This file is already stored.', 'file_stored');
  if (file.state === 'expired')
    throw conflict('The time for this upload has expired.', 'file_expired');
  return file;
}

/**
 * - size_mismatch: the content does not have the declared number of bytes
 */
export const sizeMismatch = (byteSize: number) =>
  invalid([
    { path: [], code: 'size_mismatch', message: `The content must have ${byteSize} bytes.` },
  ]);
