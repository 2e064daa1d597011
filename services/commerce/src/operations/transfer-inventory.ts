import type { commerce } from '@timbre/contract';
import { Decimal, itemAt } from '@timbre/fiscal';
import { command, invalid, notFound, type Transaction } from '@timbre/kit';
import { averageCostAfter, transferIssues, type Level } from '../domain/inventory';
import { shownTransfer, type LevelKey } from '../store/inventory';
import { Product, productResource } from '../store/products';
import { levelsOf, moveStock, useLocations, type StockMove } from '../workflows/move-stock';

/**
 * Transfers stock between locations. The goods keep the average cost of the location that they
 * leave.
 */
export const transferInventory = command(async (tx, request: commerce.TransferInventoryRequest) => {
  const issues = transferIssues(request);
  if (issues.length) throw invalid(issues);
  await refuseUnknownProducts(tx, request.items);
  const { fromLocationId, toLocationId } = request;
  await useLocations(tx, { fromLocationId, toLocationId });
  const keys = request.items.flatMap(({ productId }) =>
    [fromLocationId, toLocationId].map((locationId) => ({ productId, locationId })),
  );
  const levelAt = await levelsOf(tx, keys);
  const transferId = tx.newId();
  const moves = request.items.flatMap((_, index) => movesOf(request, index, levelAt, transferId));
  const movements = await moveStock(tx, moves);
  const transfer = { id: transferId, fromLocationId, toLocationId };
  return {
    json: await shownTransfer(
      tx,
      transfer,
      movements.map(({ id }) => id),
    ),
  };
});

function movesOf(
  { items, fromLocationId, toLocationId, reason }: commerce.TransferInventoryRequest,
  index: number,
  levelAt: (key: LevelKey) => Level,
  transferId: string,
): StockMove[] {
  const { productId, quantity } = itemAt(items, index);
  const from = { productId, locationId: fromLocationId };
  const to = { productId, locationId: toLocationId };
  const { averageCost: cost } = levelAt(from);
  const average = cost && averageCostAfter(levelAt(to), Decimal.from(quantity), cost);
  const shared = {
    documentRef: `inventory_transfer:${transferId}`,
    reason,
    unitCost: cost?.toString(),
    paths: [['items', index, 'quantity']],
  };
  const taken = Decimal.from(quantity).negated().toString();
  return [
    { ...from, ...shared, kind: 'transfer_out', quantity: taken },
    { ...to, ...shared, kind: 'transfer_in', quantity, averageCost: average?.toString() },
  ];
}

/**
 * Rejects a transfer of unknown products.
 * @throws Refusal product_not_found, with every unknown item
 */
async function refuseUnknownProducts(
  tx: Transaction,
  items: { productId: string }[],
): Promise<void> {
  const ids = items.map(({ productId }) => productId.toLowerCase());
  const known = new Set((await tx.findAll(Product, ids)).map(({ id }) => id));
  const message = 'Your organization has no such product.';
  const issues = ids.flatMap((id, index) =>
    known.has(id)
      ? []
      : [{ path: ['items', index, 'productId'], code: 'product_not_found', message }],
  );
  if (issues.length) throw notFound(productResource.name, issues);
}
