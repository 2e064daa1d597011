import { commerce } from '@timbre/contract';
import type { DomainEvent } from '@timbre/kit';
import type { Quote } from './quotes';

/** Longer descriptions of many lines would exceed the size of an event. */
const descriptionMax = 100;

/** commerce.quote.<happened>: the quote's current state, as its buyer sees it. */
export const quoteEvent = (
  happened: 'published' | 'accepted' | 'converted' | 'expired' | 'canceled',
  quote: Quote,
): DomainEvent => ({
  subject: `commerce.quote.${happened}`,
  aggregate: 'quote',
  aggregateId: quote.id,
  aggregateVersion: quote.version,
  payload: commerce.Quote.encode(quoteMessage(quote)).finish(),
});

function quoteMessage(quote: Quote): commerce.Quote {
  const { id: quoteId, version, folioNumber, status, content, acceptance } = quote;
  const { notes: _, locationName: __, ...offered } = content;
  return {
    quoteId,
    version,
    folioNumber,
    status,
    ...offered,
    items: offered.items.map((item) => ({
      ...item,
      description: item.description.slice(0, descriptionMax),
    })),
    revisionNumber: quote.revisionNumber ?? undefined,
    acceptance: acceptance ?? undefined,
    receiptId: quote.receiptId ?? undefined,
  };
}
