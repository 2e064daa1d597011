import type { commerce } from '@timbre/contract';
import { command, conflict, replyWith } from '@timbre/kit';
import { quoteEvent } from '../store/quote-events';
import { hasPayment } from '../store/quote-payments';
import { quoteResource } from '../store/quotes';
import { lockQuote, move } from '../workflows/quote-state';

/**
 * - has_payment: a payment for the quote was received, so the quote cannot be canceled
 */
export const cancelQuote = command(async (tx, request: commerce.CancelQuoteRequest) => {
  const quote = await lockQuote(tx, request.documentRef);
  move(tx, quote, 'cancel');
  if (await hasPayment(tx, quote.id)) {
    throw conflict('Money has come for the quote, so it cannot be canceled.', 'has_payment');
  }
  quote.mail = null;
  quote.mailAt = null;
  tx.emit(() => quoteEvent('canceled', quote));
  return replyWith(quoteResource, quote.id);
});
