import { publicForm } from '@timbre/api';
import { commerce } from '@timbre/contract';
import { documentRef } from '@timbre/fiscal';
import type { DomainEvent } from '@timbre/kit';
import type { Quote } from './quotes';

/**
 * The maximum length of an item description in an event. Many lines with long descriptions would
 * exceed the maximum size of an event.
 */
const descriptionMax = 100;

type Happened = 'published' | 'accepted' | 'converted' | 'expired' | 'canceled';

/**
 * Creates the event commerce.quote.<happened>, with the current state of the quote as its buyer
 * sees it.
 */
export const quoteEvent = (happened: Happened, quote: Quote): DomainEvent => ({
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

/** Details of an item that getQuote returns and the event omits. */
const details = {
  sku: undefined,
  activity: undefined,
  satProductCode: undefined,
  satUnitCode: undefined,
  unitName: undefined,
  taxObject: undefined,
  taxes: undefined,
  withholdings: undefined,
  propertyTaxAccounts: undefined,
  customsNumbers: undefined,
  thirdParty: undefined,
};

export const publicQuote = publicForm('commerce.quote', commerce.Quote, {
  type: (happened: Happened) => `quote.${happened}`,
  data: ({ quoteId, receiptId, items, ...quote }) => ({
    ...quote,
    items: items.map((item) => ({ ...details, ...item })),
    documentRef: documentRef('quote', quoteId),
    receiptDocumentRef: receiptId && documentRef('sales_receipt', receiptId),
  }),
});
