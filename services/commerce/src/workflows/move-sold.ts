import { documentRef } from '@timbre/fiscal';
import type { ChargedItem } from '@timbre/items';
import type { Transaction } from '@timbre/kit';
import { moveStock } from './move-stock';
import { soldProducts } from './price-sale';
import type { SaleSources } from './sale-sources';

/**
 * Moves the sold goods out of the location's stock. Products without movements are not tracked, and
 * in an organization without locations no stock moves.
 * @returns the products that moved
 * @throws Refusal out_of_stock, with every line of a product whose stock is insufficient
 */
export async function moveSold(
  tx: Transaction,
  receiptId: string,
  { location }: SaleSources,
  lines: readonly ChargedItem[],
): Promise<ReadonlySet<string>> {
  const sold = soldProducts(lines);
  if (!location || sold.length === 0) return new Set();
  const moves = sold.map(({ productId, quantity, indexes }) => ({
    productId,
    locationId: location.id,
    kind: 'sale' as const,
    quantity: quantity.negated().toString(),
    documentRef: documentRef('sales_receipt', receiptId),
    paths: indexes.map((index) => ['items', index, 'quantity']),
  }));
  const made = await moveStock(tx, moves, { ofTracked: true });
  return new Set(made.map(({ productId }) => productId));
}
