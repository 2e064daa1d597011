import type { commerce } from '@timbre/contract';
import type { Transaction } from '@timbre/kit';
import { factsOfReceipt, salesShape } from '../domain/sales-facts';
import { applyFacts } from '../store/apply-facts';
import { storeNames, type GroupName } from '../store/names';

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
  await storeNames(tx, namesIn(receipt), told);
  return isChanged;
}

/** In the order of their keys: two receipts never wait for each other's names. */
function namesIn({ lines, ...receipt }: commerce.SalesReceipt): GroupName[] {
  const products = new Map(lines.map(({ productId, description }) => [productId, description]));
  const sold = [...products].toSorted(([one = ''], [other = '']) => (one < other ? -1 : 1));
  return [
    ['customer', receipt.customerId, receipt.customerName],
    ['location', receipt.locationId, receipt.locationName],
    ...sold.map(([productId, description]): GroupName => ['product', productId, description]),
  ];
}
