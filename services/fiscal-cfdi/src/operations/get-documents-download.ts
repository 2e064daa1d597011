import type { fiscalCfdi } from '@timbre/contract';
import { query } from '@timbre/kit';
import { downloadResource } from '../store/files/document-downloads';

export const getDocumentsDownload = query(
  (read, { downloadId }: fiscalCfdi.GetDocumentsDownloadRequest) =>
    read.resource(downloadResource, downloadId),
);
