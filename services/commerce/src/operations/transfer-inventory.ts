import type { commerce } from '@timbre/contract';
import { Decimal } from '@timbre/fiscal';
import {
  command,
  idInArray,
  instant,
  invalid,
  isIdentifier,
  notFound,
  type Transaction,
} from '@timbre/kit';
import { averageCostAfter, transferIssues, type Level } from '../domain/inventory';
import { movementResource, type LevelKey } from '../store/inventory';
import { productResource } from '../store/products';
import { levelsOf, moveStock, useLocations, type StockMove } from '../workflows/move-stock';

/** Goods keep their average cost: they arrive at the cost at which they leave. */
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
  return {
    json: await transferJson(
      tx,
      request,
      transferId,
      (await moveStock(tx, moves)).map(({ id }) => id),
    ),
  };
});

function movesOf(
  { items, fromLocationId, toLocationId, reason }: commerce.TransferInventoryRequest,
  index: number,
  levelAt: (key: LevelKey) => Level,
  transferId: string,
): StockMove[] {
  const { productId, quantity } = items[index]!;
  const [from, to] = [fromLocationId, toLocationId].map((locationId) => ({
    productId,
    locationId,
  }));
  const { averageCost: cost } = levelAt(from!);
  const average = cost && averageCostAfter(levelAt(to!), Decimal.from(quantity), cost);
  const shared = {
    documentRef: `inventory_transfer:${transferId}`,
    reason,
    unitCost: cost?.toString(),
    paths: [['items', index, 'quantity']],
  };
  const taken = Decimal.from(quantity).negated().toString();
  return [
    { ...from!, ...shared, kind: 'transfer_out', quantity: taken },
    { ...to!, ...shared, kind: 'transfer_in', quantity, averageCost: average?.toString() },
  ];
}

/** @throws Refusal product_not_found, for every item */
async function refuseUnknownProducts(
  tx: Transaction,
  items: { productId: string }[],
): Promise<void> {
  const ids = items.map(({ productId }) => productId.toLowerCase());
  const rows = await tx.rows<{ id: string }>(
    `select r.id from products r where r.org_id = $1 and ${idInArray(2)}`,
    [tx.organizationId, ids.filter(isIdentifier)],
  );
  const known = new Set(rows.map(({ id }) => id));
  const message = 'Your organization has no such product.';
  const issues = ids.flatMap((id, index) =>
    known.has(id)
      ? []
      : [{ path: ['items', index, 'productId'], code: 'product_not_found', message }],
  );
  if (issues.length) throw notFound(productResource.name, issues);
}

async function transferJson(
  tx: Transaction,
  { fromLocationId, toLocationId }: commerce.TransferInventoryRequest,
  transferId: string,
  movementIds: string[],
): Promise<string> {
  const [row] = await tx.rows<{ json: string }>(
    `select json_build_object('transferId', $3::uuid, 'fromLocationId', $4::uuid,
       'toLocationId', $5::uuid, 'occurredAt', ${instant('$6::timestamptz')},
       'movements', json_agg(${movementResource.json} order by r.id))::text as json
     from ${movementResource.table} r where r.org_id = $1 and ${idInArray(2)}`,
    [tx.organizationId, movementIds, transferId, fromLocationId, toLocationId, tx.now],
  );
  return row!.json;
}
