import type { commerce } from '@timbre/contract';
import { query } from '@timbre/kit';
import { quoteIdOf, shownQuote } from '../store/quotes';

export const getQuote = query((read, request: commerce.GetQuoteRequest) =>
  read.resource(shownQuote, quoteIdOf(request.documentRef)),
);
