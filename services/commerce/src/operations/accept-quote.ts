import type { commerce } from '@timbre/contract';
import { command, replyWith, requireJudged } from '@timbre/kit';
import { quoteResource, shownQuote } from '../store/quotes';
import { acceptOffer } from '../workflows/accept-offer';
import { sellOnCredit } from '../workflows/sell-quote';
import { lockQuote } from '../workflows/quote-state';

/** Accepts a quote. A quote with settlementTerms immediately becomes a receipt on credit. */
export const acceptQuote = command(async (tx, request: commerce.AcceptQuoteRequest) => {
  const quote = await lockQuote(tx, request.documentRef);
  await requireJudged(tx, shownQuote, quote.id);
  await acceptOffer(tx, quote, request);
  await sellOnCredit(tx, quote);
  return replyWith(quoteResource, quote.id);
});
