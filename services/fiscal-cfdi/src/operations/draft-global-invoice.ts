import type { fiscalCfdi } from '@timbre/contract';
import { invalid } from '@timbre/kit';
import { globalInvoiceDraft, receiptsMax } from '../domain/invoices/receipts';
import { draftsReceipts, replacedDocument } from '../workflows/drafting/draft-receipts';

/**
 * Creates the draft of a global invoice to PUBLICO EN GENERAL, with one concept for each sales receipt.
 * - global_receipts_invalid: the global invoice has no period, no receipts or too many receipts
 */
export const draftGlobalInvoice = draftsReceipts(
  async ({ period, replaces, ...request }: fiscalCfdi.DraftGlobalInvoiceRequest, tx) => {
    const { length } = request.receipts;
    if (period && length > 0 && length <= receiptsMax) {
      const replaced = replaces === undefined ? undefined : await replacedDocument(tx, replaces);
      return globalInvoiceDraft({ ...request, period, replaced });
    }
    const message = `A global invoice has a period and 1 to ${receiptsMax} receipts.`;
    throw invalid([{ path: ['receipts'], code: 'global_receipts_invalid', message }]);
  },
);
