import { documentRef } from '@timbre/fiscal';
import { invalid, type Run, type Transaction } from '@timbre/kit';
import type { TaxInfo } from '../domain/tax-info';
import { ownInvoiceIn } from '../store/receipt-claims';
import { byBuyer } from '../store/receipt-documents';
import { buyerOf } from './buyer';
import type { FiscalProviders } from './fiscal-drafts';
import { invoiceReceipts } from './invoice-receipt';
import { openLink } from './public-links';

interface Begun {
  requestKey: string;
  receiptId: string;
  /** The customer; undefined for an invoice that an earlier request started. */
  customerId?: string;
}

/**
 * Drafts and stamps the invoice of a receipt for its buyer. A repeated call continues the same
 * document; after a crash the job continues the document, even if the buyer does not return. If two
 * buyers request the invoice of the same receipt, the later request is refused with
 * `being_invoiced`. If the SAT rejects the invoice, its draft is deleted, so that the buyer can
 * correct the data.
 * @throws Refusal validation_error; conflict with the issues of the draft or of the stamp, and the
 * refusals of `invoiceReceipts`; after provider_unavailable, recovery_required and others, the
 * caller must repeat the call
 */
export async function selfInvoice(
  run: Run,
  providers: FiscalProviders,
  linkId: string,
  info: TaxInfo | undefined,
): Promise<void> {
  const begun = await run.step((tx) => begin(tx, linkId, info));
  const { requestKey, receiptId, customerId } = begun;
  await invoiceReceipts(run, providers, {
    requestKey,
    receiptRefs: [documentRef('sales_receipt', receiptId)],
    customerId,
    ...(info && { cfdiUse: info.cfdiUse, email: info.email }),
  });
}

async function begin(tx: Transaction, linkId: string, info: TaxInfo | undefined): Promise<Begun> {
  const { subjectId: receiptId } = await openLink(tx, linkId, 'receipt');
  const own = await ownInvoiceIn(tx, receiptId);
  if (own) return { requestKey: own.requestKey, receiptId };
  if (!info) throw invalid([{ path: ['info'], code: 'required', message: 'Nothing was begun.' }]);
  const customerId = await buyerOf(tx, info);
  return { requestKey: `${byBuyer}${tx.newId()}`, receiptId, customerId };
}
