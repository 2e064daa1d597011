import { Decimal, documentRef } from '@timbre/fiscal';
import type { Transaction } from '@timbre/kit';
import type { AddedMovement } from '../store/inventory';
import type { SalesReceipt, SalesReceiptLine } from '../store/sales-receipts';
import { moveStock, useLocations } from './move-stock';

/** The returned quantity of a line. */
export interface ReturnedGoods {
  line: Pick<SalesReceiptLine, 'productId' | 'isStocked'>;
  quantity: Decimal;
}

/**
 * Returns goods to the stock of the location that sold them. Goods whose sale did not change the
 * stock are skipped.
 * @param field is the request field that the issues name
 * @throws Refusal location_archived
 */
export async function returnGoods(
  tx: Transaction,
  receipt: Pick<SalesReceipt, 'id' | 'locationId'>,
  goods: readonly ReturnedGoods[],
  { kind, field }: { kind: Extract<AddedMovement['kind'], 'refund' | 'cancel'>; field: string },
): Promise<void> {
  const { locationId } = receipt;
  const sums = new Map<string, Decimal>();
  for (const { line, quantity } of goods) {
    if (!line.isStocked || !line.productId) continue;
    sums.set(line.productId, (sums.get(line.productId) ?? Decimal.zero).plus(quantity));
  }
  if (!locationId || sums.size === 0) return;
  await useLocations(tx, { [field]: locationId });
  const moves = [...sums].map(([productId, quantity]) => ({
    productId,
    locationId,
    kind,
    quantity: quantity.toString(),
    paths: [],
    documentRef: documentRef('sales_receipt', receipt.id),
  }));
  await moveStock(tx, moves);
}
