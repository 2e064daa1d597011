import type { fiscalCfdi } from '@timbre/contract';
import { command, replyValue } from '@timbre/kit';
import { partBytesMax, partsOf, writePart } from '../store/files/file-parts';
import { lockPending, sizeMismatch } from '../workflows/files/pending-file';

/**
 * Stores a part of a file that was prepared for upload. A part can be replaced until the file is stored.
 * The operation refuses with not_found, with conflict (file_stored or file_expired), or with
 * validation_error (size_mismatch).
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
