import type { commerce } from '@timbre/contract';
import { byIdentifier, query } from '@timbre/kit';
import { quoteList, statusNow } from '../store/quotes';

export const listQuotes = query((read, request: commerce.ListQuotesRequest) => {
  const { page, status, customerId } = request;
  const filters = byIdentifier('r.customer_id', customerId);
  if (status !== undefined) filters.push([statusNow(status), status]);
  return read.page(quoteList, page, filters);
});
