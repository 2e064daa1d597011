import { createDueJob, createRun, type JobParts } from '@timbre/kit';
import type { FiscalProviders } from '../workflows/fiscal-drafts';
import { dueDocuments, dueNotes, ReceiptDocument, resumeMs } from '../store/receipt-documents';
import { draftCreditNote } from '../workflows/credit-note';
import { draftDocument } from '../workflows/draft-document';
import { finishInvoice } from '../workflows/finish-invoice';
import { settleDocument } from '../workflows/settle-document';

const everyMs = 500;
/** The number of documents that are processed concurrently. */
const batchMax = 8;

type Parts = JobParts<FiscalProviders>;

/**
 * Creates a job that continues the documents of receipts. The job finishes drafts of interrupted
 * requests, and updates the status of receipts whose document was stamped, canceled or deleted.
 */
export const createDocumentFollower = ({ runtime, systemPool }: Parts) =>
  createDueJob(runtime, systemPool, {
    name: 'follow-receipt-documents',
    everyMs,
    due: dueDocuments,
    batchMax,
    work: async (context, { id }) => {
      const run = createRun(runtime, context);
      const state = await run.step(async (tx) => {
        const document = await tx.lock(ReceiptDocument, id, 'document');
        if (!document.dueAt || document.dueAt > tx.now) return undefined;
        document.dueAt = new Date(tx.now.getTime() + resumeMs);
        return document.state;
      });
      if (!state) return false;
      if (state === 'stamped' || state === 'gone') {
        await settleDocument(run, runtime.providers, id);
        return true;
      }
      const isThere = state !== 'drafting' || (await draftDocument(run, runtime.providers, id));
      if (isThere) await finishInvoice(run, runtime.providers, id);
      return true;
    },
  });

/**
 * Creates a job that drafts pending credit notes, and stamps the drafts whose refund requested a
 * stamp. A draft or stamp that fails temporarily is retried.
 */
export const createNoteDrafter = ({ runtime, systemPool }: Parts) =>
  createDueJob(runtime, systemPool, {
    name: 'draft-credit-notes',
    everyMs,
    due: dueNotes,
    batchMax,
    work: async (context, { id }) => {
      await draftCreditNote(createRun(runtime, context), runtime.providers, id);
      return true;
    },
  });
