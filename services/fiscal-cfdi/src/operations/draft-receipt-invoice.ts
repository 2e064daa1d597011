import type { fiscalCfdi } from '@timbre/contract';
import { receiptInvoiceDraft } from '../domain/invoices/receipts';
import { draftsReceipts } from '../workflows/drafting/draft-receipts';

/** Creates the draft of an invoice of sales receipts to a named customer. */
export const draftReceiptInvoice = draftsReceipts(
  (request: fiscalCfdi.DraftReceiptInvoiceRequest) => receiptInvoiceDraft(request),
);
