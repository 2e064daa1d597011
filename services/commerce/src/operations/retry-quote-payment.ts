import type { commerce } from '@timbre/contract';
import { Decimal } from '@timbre/fiscal';
import {
  command,
  conflict,
  notFound,
  replyWith,
  type Transaction,
  requireJudged,
} from '@timbre/kit';
import { QuotePayment } from '../store/quote-payments';
import { quoteResource, shownQuote } from '../store/quotes';
import { lockQuote } from '../workflows/quote-state';

/**
 * Retries a failed payment after the cause was corrected. The request can add missing data or
 * correct wrong data. If the payment was applied but its invoice failed, the invoice continues with
 * the same draft, if a draft exists. The possible refusals are not_found; conflict with the status
 * of the payment, or duplicate_payment.
 *
 * - duplicate_payment: the quote has already been paid with another payment
 */
export const retryQuotePayment = command(async (tx, request: commerce.RetryQuotePaymentRequest) => {
  const quote = await lockQuote(tx, request.documentRef);
  await requireJudged(tx, shownQuote, quote.id);
  const payment = await tx.lock(QuotePayment, request.paymentId, 'payment');
  if (payment.quoteId !== quote.id) throw notFound('payment');
  if (!payment.isLive) {
    throw conflict('Another payment of this quote came first.', 'duplicate_payment');
  }
  if (payment.invoiceStatus === 'failed') invoiceAgain(tx, payment);
  else applyAgain(tx, payment, request);
  return replyWith(quoteResource, quote.id);
});

function invoiceAgain(tx: Transaction, payment: QuotePayment): void {
  const begun = { invoiceStatus: 'pending', invoiceError: null } as const;
  Object.assign(payment, begun, { dueAt: tx.now, updatedAt: tx.now });
}

/**
 * Stores the corrections of the request and makes the payment due again.
 * @throws Refusal conflict with the status of the payment
 */
function applyAgain(
  tx: Transaction,
  payment: QuotePayment,
  { paymentForm, locationId, amount }: commerce.RetryQuotePaymentRequest,
): void {
  const { applicationStatus } = payment;
  if (applicationStatus !== 'failed' && applicationStatus !== 'conflict') {
    throw conflict(`The payment is ${applicationStatus}; it needs no retry.`, applicationStatus);
  }
  payment.paymentForm = paymentForm ?? payment.paymentForm;
  payment.locationId = locationId ?? payment.locationId;
  if (amount !== undefined) payment.amount = Decimal.from(amount).round(2).toString();
  payment.applicationStatus = 'processing';
  payment.applicationErrorCode = null;
  payment.applicationError = null;
  payment.dueAt = tx.now;
  payment.updatedAt = tx.now;
}
