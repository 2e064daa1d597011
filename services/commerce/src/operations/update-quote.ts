import type { commerce } from '@timbre/contract';
import { command, replyWith } from '@timbre/kit';
import { quoteResource } from '../store/quotes';
import { columnsOf, offerOf } from '../workflows/quote-offer';
import { lockQuote, move } from '../workflows/quote-state';

/**
 * Changes a quote. If the quote is published, the page continues to show the published version
 * until the changes are published too.
 */
export const updateQuote = command(async (tx, request: commerce.UpdateQuoteRequest) => {
  const quote = await lockQuote(tx, request.documentRef);
  move(tx, quote, 'update');
  const former = quote.pendingRevision ?? quote.content;
  const content = await offerOf(tx, request.fields ?? {}, former, request.cleared);
  if (quote.revisionNumber == null) Object.assign(quote, columnsOf(quote.folioNumber, content));
  else quote.pendingRevision = content;
  return replyWith(quoteResource, quote.id);
});
