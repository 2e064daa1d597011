import type { commerce } from '@timbre/contract';
import { longCommand, replyValue } from '@timbre/kit';
import type { FiscalProviders } from '../workflows/fiscal-drafts';
import { selfInvoice } from '../workflows/self-invoice';

/** Creates the invoice of a receipt for its buyer, from a link's page. */
export const selfInvoiceReceipt = longCommand(
  async (run, { linkId, info }: commerce.SelfInvoiceReceiptRequest, providers: FiscalProviders) => {
    await selfInvoice(run, providers, linkId, info);
    return run.finish(() => Promise.resolve(replyValue({ stamped: true })));
  },
);
