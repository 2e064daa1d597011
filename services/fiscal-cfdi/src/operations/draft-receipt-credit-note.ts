import type { fiscalCfdi } from '@timbre/contract';
import { receiptCreditNoteDraft } from '../domain/invoices/receipts';
import { creditedDocument, draftsReceipts } from '../workflows/drafting/draft-receipts';

/**
 * Creates the draft of a credit note for a refund. The receiver of the credit note is the receiver of the
 * invoice for the sales receipt.
 */
export const draftReceiptCreditNote = draftsReceipts(
  async (request: fiscalCfdi.DraftReceiptCreditNoteRequest, tx) =>
    receiptCreditNoteDraft(request, await creditedDocument(tx, request.invoiceDocumentRef)),
);
