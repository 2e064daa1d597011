import type { fiscalCfdi } from '@timbre/contract';
import { conflict, query } from '@timbre/kit';
import { partsOf, readPart } from '../store/files/file-parts';
import { fileResource, StoredFile } from '../store/files/stored-files';

/** Reads one part of a stored file. The operation refuses with not_found or conflict not_stored. */
export const readFilePart = query(
  async (
    read,
    { fileId, number }: fiscalCfdi.ReadFilePartRequest,
  ): Promise<fiscalCfdi.FilePart> => {
    const file = await read.get(StoredFile, fileId, fileResource.name);
    const content = file.state === 'stored' ? await readPart(read, file.id, number) : undefined;
    if (!content) throw conflict('The content of this file was never uploaded.', 'not_stored');
    const { byteSize, contentType, fileName } = file;
    return { content, isLast: number === partsOf(byteSize) - 1, byteSize, contentType, fileName };
  },
);
