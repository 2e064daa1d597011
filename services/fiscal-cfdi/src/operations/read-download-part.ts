import { certain } from '@timbre/fiscal';
import type { fiscalCfdi } from '@timbre/contract';
import { conflict, query } from '@timbre/kit';
import { DocumentDownload, downloadResource } from '../store/files/document-downloads';
import { partsOf, readPart } from '../store/files/file-parts';

/**
 * Reads one part of a prepared ZIP. The operation refuses with not_found, or with conflict (not_ready or
 * expired).
 * - not_ready: the download has no file in its current state
 */
export const readDownloadPart = query(
  async (
    read,
    { downloadId, number }: fiscalCfdi.ReadDownloadPartRequest,
  ): Promise<fiscalCfdi.FilePart> => {
    const download = await read.get(DocumentDownload, downloadId, downloadResource.name);
    const { state, contentId, byteSize, expiresAt } = download;
    if (state === 'preparing' || state === 'failed') {
      throw conflict(`The download is ${state}; there is no file.`, 'not_ready');
    }
    const isOver = state === 'expired' || new Date(certain(expiresAt, 'expiresAt')) <= read.now;
    const content = isOver
      ? undefined
      : await readPart(read, certain(contentId, 'contentId'), number);
    if (!content)
      throw conflict('The file expired after a day; request the download again.', 'expired');
    const size = Number(byteSize);
    return {
      content,
      isLast: number === partsOf(size) - 1,
      byteSize: size,
      contentType: 'application/zip',
      fileName: `cfdi-${downloadId}.zip`,
    };
  },
);
