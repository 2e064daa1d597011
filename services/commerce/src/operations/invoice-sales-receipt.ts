import type { commerce } from '@timbre/contract';
import { longCommand, replyValue, requestKeyOf } from '@timbre/kit';
import type { FiscalProviders } from '../workflows/fiscal-drafts';
import { invoiceReceipts } from '../workflows/invoice-receipt';
import { shownMoney } from '../domain/shown-money';

/** Drafts the invoice of one or several receipts for a customer; a separate request stamps it. */
export const invoiceSalesReceipt = longCommand(
  async (run, request: commerce.InvoiceSalesReceiptRequest, providers: FiscalProviders) => {
    const { documentRef, documentRefs, customerId, cfdiUse, paymentForm, addendaValues } = request;
    const { total, ...invoice } = await invoiceReceipts(run, providers, {
      requestKey: requestKeyOf(run.context),
      receiptRefs: [documentRef, ...documentRefs],
      customerId,
      cfdiUse,
      paymentForm,
      addendaValues,
    });
    return run.finish(() => Promise.resolve(replyValue({ ...invoice, total: shownMoney(total) })));
  },
);
