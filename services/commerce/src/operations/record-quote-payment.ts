import { sayInstantInFuture } from '@timbre/api';
import type { commerce } from '@timbre/contract';
import { certain, Decimal } from '@timbre/fiscal';
import {
  command,
  conflict,
  invalid,
  replyWith,
  type Issue,
  type Transaction,
  requireJudged,
} from '@timbre/kit';
import { duplicateAdvice } from '../domain/quote-payment';
import { countPayments, QuotePayment } from '../store/quote-payments';
import { quoteResource, shownQuote, type Quote } from '../store/quotes';
import { acceptOffer } from '../workflows/accept-offer';
import { lockQuote } from '../workflows/quote-state';

/**
 * The maximum number of payments of a quote. The number is limited, because every response with a
 * quote contains all its payments.
 */
const paymentsMax = 100;

/**
 * Records money received for a quote; a job applies the payment. A payment for a published quote
 * accepts the quote. A further payment is recorded as a duplicate. The possible refusals are
 * conflict with the state of the quote; on_credit; too_many_payments.
 *
 * - in_future: the day of the payment is after today
 * - too_many_payments: the quote has as many payments as it may have
 */
export const recordQuotePayment = command(
  async (tx, request: commerce.RecordQuotePaymentRequest) => {
    const paidAt = request.paidAt === undefined ? tx.businessNow : new Date(request.paidAt);
    if (paidAt > tx.businessNow) throw invalid([notYet(paidAt, tx.businessNow)]);
    const quote = await lockQuote(tx, request.documentRef);
    await requireJudged(tx, shownQuote, quote.id);
    const count = await countPayments(tx, quote.id);
    if (count >= paymentsMax) {
      const message = `A quote has at most ${paymentsMax} payments.`;
      throw conflict(message, 'too_many_payments');
    }
    const isDuplicate = count > 0;
    if (!isDuplicate) await requireAccepted(tx, quote);
    const total = certain(quote.acceptance, 'acceptance').fiscalTotals.total;
    tx.add(QuotePayment, {
      version: 1,
      quoteId: quote.id,
      isLive: !isDuplicate,
      source: 'manual',
      amount: Decimal.from(request.amount ?? total)
        .round(2)
        .toString(),
      paymentForm: request.paymentForm,
      paidAt,
      ...(isDuplicate ? duplicate : { applicationStatus: 'pending', dueAt: tx.now }),
      createdAt: tx.now,
      updatedAt: tx.now,
    });
    quote.updatedAt = tx.now;
    return replyWith(quoteResource, quote.id);
  },
);

const notYet = (paidAt: Date, now: Date): Issue => ({
  path: ['paidAt'],
  code: 'in_future',
  ...sayInstantInFuture(paidAt, now),
});

const duplicate = {
  applicationStatus: 'conflict',
  applicationErrorCode: 'duplicate_payment',
  applicationError: duplicateAdvice,
};

async function requireAccepted(tx: Transaction, quote: Quote): Promise<void> {
  if (quote.status === 'converted') {
    const message = 'The quote was sold on credit; record the payment in receivables.';
    throw conflict(message, 'on_credit');
  }
  if (quote.status === 'accepted') return;
  await acceptOffer(tx, quote, {
    revisionNumber: quote.revisionNumber ?? 0,
    invoiceRequested: false,
    fiscalTreatment: 'public_general',
    fiscalCustomer: undefined,
  });
}
