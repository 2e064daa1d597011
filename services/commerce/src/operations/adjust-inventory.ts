import type { commerce } from '@timbre/contract';
import { certain, Decimal } from '@timbre/fiscal';
import { command, invalid, replyWith, type Transaction } from '@timbre/kit';
import { adjustmentIssues, averageCostAfter } from '../domain/inventory';
import { movementResource, type LevelKey } from '../store/inventory';
import { Product, productResource } from '../store/products';
import { levelsOf, moveStock, useLocations } from '../workflows/move-stock';

/**
 * Adjusts stock by a difference, or sets it to the counted quantity. The stock level is locked, so
 * that concurrent sales are not lost. Goods that are added with a unit cost change the product's
 * average cost.
 */
export const adjustInventory = command(async (tx, request: commerce.AdjustInventoryRequest) => {
  const issues = adjustmentIssues(request);
  if (issues.length) throw invalid(issues);
  const product = await tx.get(Product, request.productId, productResource.name);
  const { locationId, reason } = request;
  await useLocations(tx, { locationId });
  const key = { productId: product.id, locationId };
  const paths = [[request.quantity === undefined ? 'countedQuantity' : 'quantity']];
  const [made] = await moveStock(tx, [
    { ...key, ...(await moved(tx, key, request)), reason, paths },
  ]);
  return replyWith(movementResource, certain(made, 'made').id);
});

async function moved(
  tx: Transaction,
  key: LevelKey,
  { quantity = '0', countedQuantity, unitCost }: commerce.AdjustInventoryRequest,
) {
  if (countedQuantity === undefined && unitCost === undefined) {
    return { kind: 'adjustment' as const, quantity };
  }
  const level = (await levelsOf(tx, [key]))(key);
  if (unitCost === undefined) {
    const difference = Decimal.from(certain(countedQuantity, 'countedQuantity'))
      .minus(level.stock)
      .toString();
    return { kind: 'adjustment' as const, quantity: difference };
  }
  const average = averageCostAfter(level, Decimal.from(quantity), Decimal.from(unitCost));
  return { kind: 'receipt' as const, quantity, unitCost, averageCost: average.toString() };
}
