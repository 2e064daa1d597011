import { saleTotals } from '@timbre/items';
import type { Transaction } from '@timbre/kit';
import type { QuoteContent } from '../domain/quote';
import { driftOf, type ApplicationFault } from '../domain/quote-payment';
import { priceSale } from './price-sale';
import { sourcesOf } from './sale-sources';

/**
 * Returns the error of a quote whose current charge or invoice would differ from the accepted
 * quote. For items that cannot be sold, no error is returned, because the receipt is rejected
 * anyway.
 */
export async function presentDrift(
  tx: Transaction,
  content: QuoteContent,
  locationId: string | undefined,
): Promise<ApplicationFault | undefined> {
  const items = content.items.map(({ input }) => input);
  const sources = await sourcesOf(tx, { items, customerId: content.customerId, locationId });
  const present = priceSale({ items }, sources);
  if (present.missing.length + present.issues.length > 0) return undefined;
  const totals = saleTotals(present.items);
  return driftOf(content.items, content.totals, { items: present.items, totals });
}
