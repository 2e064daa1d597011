import type { fiscalCfdi } from '@timbre/contract';
import { invalid } from '@timbre/kit';
import { globalInvoiceDraft, receiptsMax } from '../domain/invoices/receipts';
import { draftsReceipts } from '../workflows/drafting/draft-receipts';

/** Drafts the global invoice of receipts: one concept each, to PUBLICO EN GENERAL. */
export const draftGlobalInvoice = draftsReceipts(
  ({ period, ...request }: fiscalCfdi.DraftGlobalInvoiceRequest) => {
    const { length } = request.receipts;
    if (period && length > 0 && length <= receiptsMax) {
      return globalInvoiceDraft({ ...request, period });
    }
    const message = `A global invoice has a period and 1 to ${receiptsMax} receipts.`;
    throw invalid([{ path: ['receipts'], code: 'global_receipts_invalid', message }]);
  },
);
