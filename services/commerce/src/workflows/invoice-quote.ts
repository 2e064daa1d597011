import { certain, documentIdOf, documentRef } from '@timbre/fiscal';
import { failpoint, isFinal, Refusal, underKey, type Run, type Transaction } from '@timbre/kit';
import type { FiscalCustomer } from '../domain/quote';
import { QuotePayment } from '../store/quote-payments';
import { Quote, quoteResource } from '../store/quotes';
import { buyerOf } from './buyer';
import { claimPayment } from './claim-payment';
import type { FiscalProviders } from './fiscal-drafts';
import { stampEach } from './finish-invoice';
import { invoiceReceipts } from './invoice-receipt';

interface Invoice {
  receiptId: string;
  buyer: FiscalCustomer;
}

/**
 * Drafts and stamps the invoice of an applied payment, if it is due. Repeated calls continue the
 * same draft and the same stamp. While the outcome is unknown, the payment stays `processing`.
 * @returns whether this worker claimed the payment
 */
export async function invoiceQuote(
  run: Run,
  providers: FiscalProviders,
  id: string,
): Promise<boolean> {
  const invoice = await run.step((tx) => claim(tx, id));
  if (!invoice) return false;
  const { receiptId, buyer } = invoice;
  const { cfdiUse } = buyer;
  const requestKey = `quote_payment:${id}`;
  try {
    const customerId = await run.step((tx) => buyerOf(tx, buyer));
    const drafted = await invoiceReceipts(run, providers, {
      requestKey,
      receiptRefs: [documentRef('sales_receipt', receiptId)],
      customerId,
      cfdiUse,
    });
    await stampEach(run, providers, drafted.creditNoteDocumentRefs, 'quote_credit_note:');
    await providers.fiscal.stampCfdi(
      { documentRef: drafted.documentRef },
      underKey(run.context, 'commerce', requestKey),
    );
    failpoint('quote_invoice.stamped');
    const cfdiId = documentIdOf(drafted.documentRef, 'cfdi');
    await run.step((tx) => settle(tx, id, { invoiceStatus: 'issued', cfdiId }));
  } catch (error) {
    const isOver = isFinal(error) || isUnpaid(error);
    if (!isOver) throw error;
    const invoiceError = (error as Refusal).message;
    await run.step((tx) => settle(tx, id, { invoiceStatus: 'failed', invoiceError }));
  }
  return true;
}

const isUnpaid = (error: unknown): boolean =>
  error instanceof Refusal && error.code === 'payment_required';

async function claim(tx: Transaction, id: string): Promise<Invoice | undefined> {
  const payment = await claimPayment(tx, id, 'invoiceStatus');
  if (!payment) return undefined;
  const { acceptance } = await tx.get(Quote, payment.quoteId, quoteResource.name);
  return {
    receiptId: certain(payment.receiptId, 'receiptId'),
    buyer: certain(certain(acceptance, 'acceptance').fiscalCustomer, 'fiscalCustomer'),
  };
}

async function settle(
  tx: Transaction,
  id: string,
  outcome: Partial<Pick<QuotePayment, 'invoiceStatus' | 'invoiceError' | 'cfdiId'>>,
): Promise<void> {
  const payment = await tx.lock(QuotePayment, id, 'payment');
  Object.assign(payment, outcome, { dueAt: null, updatedAt: tx.now });
}
