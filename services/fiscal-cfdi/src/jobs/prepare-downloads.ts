import { createDueJob, type JobParts } from '@timbre/kit';
import type { PdfProviders } from '../workflows/files/document-file';
import { prepareDownload } from '../workflows/files/prepare-download';

const everyMs = 1_000;
/** A small batch leaves printing threads free for interactive requests. */
const batchMax = 2;

const due = `select org_id, id from document_downloads where due_at <= $1
  order by due_at`;

/** Prepares ZIPs of documents, and deletes them after a day. */
export const createDownloadJob = ({ runtime, systemPool }: JobParts<PdfProviders>) =>
  createDueJob(runtime, systemPool, {
    name: 'prepare-downloads',
    everyMs,
    due,
    batchMax,
    work: (context, { id }) => prepareDownload(runtime, context, id),
  });
