import { acceptQuote } from './accept-quote';
import { cancelQuote } from './cancel-quote';
import { createQuote } from './create-quote';
import { getQuote } from './get-quote';
import { listQuotes } from './list-quotes';
import { publishQuote } from './publish-quote';
import { recordQuotePayment } from './record-quote-payment';
import { retryQuotePayment } from './retry-quote-payment';
import { updateQuote } from './update-quote';

export const quotes = [
  acceptQuote,
  cancelQuote,
  createQuote,
  getQuote,
  listQuotes,
  publishQuote,
  recordQuotePayment,
  retryQuotePayment,
  updateQuote,
];
