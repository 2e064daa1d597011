import type { fiscalCfdi } from '@timbre/contract';
import { globalCreditNoteDraft } from '../domain/invoices/receipts';
import { creditedDocument, draftsReceipts } from '../workflows/drafting/draft-receipts';

/** Drafts the credit note that deducts a receipt, or a part of it, from its global invoice. */
export const draftGlobalCreditNote = draftsReceipts(
  async (request: fiscalCfdi.DraftGlobalCreditNoteRequest, tx) =>
    globalCreditNoteDraft(request, await creditedDocument(tx, request.globalDocumentRef)),
);
