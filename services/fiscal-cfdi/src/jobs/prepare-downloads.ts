import { createDueJob, type JobParts } from '@timbre/kit';
import type { PdfProviders } from '../workflows/files/document-file';
import { prepareDownload } from '../workflows/files/prepare-download';
import { dueDownloads } from '../store/files/document-downloads';

const everyMs = 1_000;
/** A small batch leaves printing threads free for interactive requests. */
const batchMax = 2;

/** Prepares ZIPs of documents, and deletes them after a day. */
export const createDownloadJob = ({ runtime, systemPool }: JobParts<PdfProviders>) =>
  createDueJob(runtime, systemPool, {
    name: 'prepare-downloads',
    everyMs,
    due: dueDownloads,
    batchMax,
    work: (context, { id }) => prepareDownload(runtime, context, id),
  });
