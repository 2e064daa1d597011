import type { commerce } from '@timbre/contract';
import { answers, replies, type CallContext, type Rpcs, type Runtime } from '@timbre/kit';
import type { SalesPaper } from '../domain/ports';
import { acceptQuote } from '../operations/accept-quote';
import { cancelQuote } from '../operations/cancel-quote';
import { createQuote } from '../operations/create-quote';
import { downloadDocument } from '../operations/download-document';
import { getQuote } from '../operations/get-quote';
import { listQuotes } from '../operations/list-quotes';
import { publishQuote } from '../operations/publish-quote';
import { recordQuotePayment } from '../operations/record-quote-payment';
import { retryQuotePayment } from '../operations/retry-quote-payment';
import { updateQuote } from '../operations/update-quote';
import type { PageProviders } from '../workflows/public-links';

export interface QuoteProviders extends PageProviders {
  paper: SalesPaper<CallContext>;
}

/** Returns the rpcs of quotes and their files. */
export const quoteRpcs = (runtime: Runtime<QuoteProviders>) =>
  ({
    listQuotes: replies(listQuotes, runtime),
    createQuote: replies(createQuote, runtime),
    getQuote: replies(getQuote, runtime),
    updateQuote: replies(updateQuote, runtime),
    publishQuote: replies(publishQuote, runtime),
    acceptQuote: replies(acceptQuote, runtime),
    cancelQuote: replies(cancelQuote, runtime),
    recordQuotePayment: replies(recordQuotePayment, runtime),
    retryQuotePayment: replies(retryQuotePayment, runtime),
    downloadDocument: answers(downloadDocument, runtime),
  }) satisfies Partial<Rpcs<typeof commerce.CommerceService>>;
