import { conflict, type Transaction } from '@timbre/kit';
import { quoteAfter, statusAt, type QuoteTrigger } from '../domain/quote';
import { quoteEvent } from '../store/quote-events';
import { Quote, quoteIdOf, quoteResource } from '../store/quotes';

/**
 * Reads and locks the quote with the given reference.
 * @throws Refusal not_found
 */
export const lockQuote = (tx: Transaction, documentRef: string): Promise<Quote> =>
  tx.lock(Quote, quoteIdOf(documentRef), quoteResource.name);

/**
 * Moves a locked quote to its next state. An offer counts as expired after its last day, even
 * before the job stores the new status.
 * @throws Refusal conflict with the state as its reason
 */
export function move(tx: Transaction, quote: Quote, trigger: QuoteTrigger): void {
  const present = statusAt(quote, tx.businessNow);
  const after = quoteAfter(present, trigger);
  if (!after) throw conflict(`The quote is ${present}; it cannot be changed in this way.`, present);
  if (after === 'expired' && quote.status !== 'expired') {
    tx.emit(() => quoteEvent('expired', quote));
  }
  quote.status = after;
  quote.updatedAt = tx.now;
}
