import type { fiscalCfdi } from '@timbre/contract';
import { globalCreditNoteDraft } from '../domain/invoices/receipts';
import { creditedDocument, draftsReceipts } from '../workflows/drafting/draft-receipts';

/**
 * Creates the draft of a credit note that deducts a receipt, or a part of a receipt, from its global
 * invoice.
 */
export const draftGlobalCreditNote = draftsReceipts(
  async (request: fiscalCfdi.DraftGlobalCreditNoteRequest, tx) =>
    globalCreditNoteDraft(request, await creditedDocument(tx, request.globalDocumentRef)),
);
