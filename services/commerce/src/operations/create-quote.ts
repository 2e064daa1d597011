import type { commerce } from '@timbre/contract';
import { command, replyWith } from '@timbre/kit';
import { Quote, quoteResource, takeFolio } from '../store/quotes';
import { columnsOf, offerOf } from '../workflows/quote-offer';

/**
 * Creates a quote. The folio is assigned in the last step, because other new quotes wait for the
 * counter until the commit.
 */
export const createQuote = command(async (tx, request: commerce.CreateQuoteRequest) => {
  const content = await offerOf(tx, request.fields ?? {});
  const folioNumber = await takeFolio(tx);
  const id = tx.add(Quote, {
    ...columnsOf(folioNumber, content),
    version: 1,
    folioNumber,
    status: 'draft',
    seller: request.seller ?? null,
    createdAt: tx.now,
    updatedAt: tx.now,
  });
  return replyWith(quoteResource, id);
});
