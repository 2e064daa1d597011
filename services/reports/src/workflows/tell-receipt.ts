import type { commerce } from '@timbre/contract';
import type { Transaction } from '@timbre/kit';
import { factsOfReceipt, salesShape } from '../domain/sales-facts';
import { applyFacts } from '../store/apply-facts';
import { storeName, type NamedKind } from '../store/names';

/**
 * Counts a sales receipt as it is now, and keeps the names of what it is of.
 * @param isForced replaces facts of the same version too
 * @returns whether its facts changed
 */
export async function tellReceipt(
  tx: Transaction,
  receipt: commerce.SalesReceipt,
  toldAt: Date,
  isForced = false,
): Promise<boolean> {
  const isChanged = await applyFacts(tx, salesShape, factsOfReceipt(receipt), toldAt, isForced);
  const told = `${receipt.createdAt} ${receipt.receiptId}`;
  for (const [kind, key, name] of namesIn(receipt)) {
    await storeName(tx, kind, { key, name }, told);
  }
  return isChanged;
}

/** In the order of their keys: two receipts never wait for each other's names. */
function namesIn({ lines, ...receipt }: commerce.SalesReceipt): [NamedKind, string, string][] {
  const found: [NamedKind, string | undefined, string | undefined][] = [
    ['customer', receipt.customerId, receipt.customerName],
    ['location', receipt.locationId, receipt.locationName],
  ];
  const products = new Map(lines.map(({ productId, description }) => [productId, description]));
  const sold = [...products].toSorted(([one = ''], [other = '']) => (one < other ? -1 : 1));
  for (const [productId, description] of sold) found.push(['product', productId, description]);
  return found.flatMap(([kind, key, name]) =>
    key === undefined || name === undefined ? [] : [[kind, key, name]],
  );
}
