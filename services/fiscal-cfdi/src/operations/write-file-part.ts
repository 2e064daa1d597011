import type { fiscalCfdi } from '@timbre/contract';
import { command, conflict, invalid, replyValue, type Transaction } from '@timbre/kit';
import { partBytesMax, partsOf, writePart } from '../store/files/file-parts';
import { fileResource, StoredFile } from '../store/files/stored-files';

/**
 * Takes a part of an announced file; the same part may come again until the file is stored.
 * Refusals: not_found; conflict file_stored, file_expired; validation_error size_mismatch.
 */
export const writeFilePart = command(
  async (tx, { fileId, number, content }: fiscalCfdi.WriteFilePartRequest) => {
    const { id, byteSize } = await lockPending(tx, fileId);
    const left = byteSize - number * partBytesMax;
    if (number >= partsOf(byteSize) || content.length !== Math.min(left, partBytesMax)) {
      throw sizeMismatch(byteSize);
    }
    await writePart(tx, id, number, Buffer.from(content));
    return replyValue({ fileId, number });
  },
);

/** The file, locked, while its content may come. */
export async function lockPending(tx: Transaction, fileId: string): Promise<StoredFile> {
  const file = await tx.lock(StoredFile, fileId, fileResource.name);
  if (file.state === 'stored') throw conflict('This file is stored already.', 'file_stored');
  if (file.state === 'expired') throw conflict('The time for this upload is over.', 'file_expired');
  return file;
}

/** 400: the content is not of the size that was announced. */
export const sizeMismatch = (byteSize: number) =>
  invalid([
    { path: [], code: 'size_mismatch', message: `The content must have ${byteSize} bytes.` },
  ]);
