import { Decimal, valueAt } from '@timbre/fiscal';
import { conflict, notFound, type Issue, type Transaction } from '@timbre/kit';
import type { Level } from '../domain/inventory';
import {
  addMovements,
  lockLevels,
  type AddedMovement,
  type LevelKey,
  type LevelRow,
  type MoveOptions,
} from '../store/inventory';
import { inventoryNegative } from '../store/inventory-events';
import { keepLocations, locationResource, type UsedLocation } from '../store/locations';

type Path = Issue['path'];

/** A stock movement to make. `paths` contains the request fields that cause the stock movement. */
export interface StockMove extends Omit<AddedMovement, 'id'> {
  paths: Path[];
}

const keyOf = ({ productId, locationId }: LevelKey): string =>
  `${productId}:${locationId}`.toLowerCase();

/**
 * Moves stock. The stock level of a frequently sold product stays locked until the commit, so this
 * must be the last step of the transaction.
 * @param moves are the stock movements, with each product and location at most once
 * @returns the stock movements in the order of `moves`
 * @throws Refusal out_of_stock, with every move that exceeds the stock, if the organization allows
 * no negative stock
 */
export async function moveStock(
  tx: Transaction,
  moves: StockMove[],
  { ofTracked = false, isForced = false }: Partial<MoveOptions> = {},
): Promise<{ id: string; productId: string }[]> {
  const added = moves.map(({ paths: _, ...move }) => ({ ...move, id: tx.newId() }));
  const rows = await addMovements(tx, added, { ofTracked, isForced });
  const levels = new Map(rows.map((level) => [keyOf(level), level]));
  const short = moves.filter((move) => levels.get(keyOf(move))?.version === null);
  if (short.length > 0) throw outOfStock(short);
  const made = added.filter((move) => levels.has(keyOf(move)));
  for (const move of made) announceNegative(tx, levels.get(keyOf(move)) as LevelRow, move.quantity);
  return made;
}

function announceNegative(tx: Transaction, level: LevelRow, quantity: string): void {
  const stock = Decimal.from(level.stock);
  const before = stock.minus(Decimal.from(quantity));
  if (stock.isNegative() && !before.isNegative()) tx.emit(inventoryNegative(level));
}

function outOfStock(short: StockMove[]) {
  const message = 'The location does not have this much of the product.';
  const issues = short.flatMap(({ paths }) =>
    paths.map((path) => ({ path, code: 'out_of_stock', message })),
  );
  return conflict(message, 'out_of_stock', issues);
}

/**
 * Reads and locks levels.
 * @returns a function that finds a stock level by its key
 */
export async function levelsOf(
  tx: Transaction,
  keys: LevelKey[],
): Promise<(key: LevelKey) => Level> {
  const rows = await lockLevels(tx, keys);
  const levels = new Map(rows.map((row) => [keyOf(row), levelOf(row)]));
  return (key) => valueAt(levels, keyOf(key));
}

const levelOf = ({ stock, averageCost }: LevelRow): Level => ({
  stock: Decimal.from(stock),
  averageCost: averageCost === null ? undefined : Decimal.from(averageCost),
});

/**
 * Locks the locations against archiving until the commit.
 * @param named contains the locations, keyed by the field of the request
 * @throws Refusal location_not_found or location_archived
 */
export async function useLocations(
  tx: Transaction,
  named: Record<string, string>,
): Promise<UsedLocation[]> {
  const locations = await keepLocations(tx, Object.values(named));
  refuseUnusable(named, locations);
  return locations;
}

/**
 * Rejects locations that are unknown or archived.
 * @throws Refusal location_not_found or location_archived
 */
export function refuseUnusable(
  named: Record<string, string>,
  locations: readonly UsedLocation[],
): void {
  const found = new Map(locations.map(({ id, active }) => [id, active]));
  const fields = Object.entries(named).map(
    ([field, id]) => [field, found.get(id.toLowerCase())] as const,
  );
  const unknown = fields.filter(([, active]) => active === undefined);
  if (unknown.length > 0) {
    const message = 'Your organization has no such location.';
    const issues = unknown.map(([field]) => ({
      path: [field],
      code: 'location_not_found',
      message,
    }));
    throw notFound(locationResource.name, issues);
  }
  const archived = fields.filter(([, active]) => !active);
  if (archived.length > 0) {
    const message = 'The location is archived; no goods move there.';
    const issues = archived.map(([field]) => ({
      path: [field],
      code: 'location_archived',
      message,
    }));
    throw conflict(message, 'location_archived', issues);
  }
}
