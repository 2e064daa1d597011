import { Decimal } from '@timbre/fiscal';
import { conflict, isIdentifier, notFound, type Issue, type Transaction } from '@timbre/kit';
import type { Level } from '../domain/inventory';
import {
  addMovements,
  lockLevels,
  type AddedMovement,
  type LevelKey,
  type LevelRow,
} from '../store/inventory';
import { inventoryNegative } from '../store/inventory-events';
import { locationResource } from '../store/locations';

type Path = Issue['path'];

/** A movement to make; `path` is where the request names it. */
export interface StockMove extends Omit<AddedMovement, 'id'> {
  path: Path;
}

const keyOf = ({ productId, locationId }: LevelKey): string =>
  `${productId}:${locationId}`.toLowerCase();

/**
 * Moves stock. The level of a hot product stays locked from here to the commit, so this comes last.
 * @param moves each product and location once
 * @returns the identifiers of the movements, in the order of the moves
 * @throws Refusal out_of_stock, with every move that takes out more than there is, where the
 * organization allows no negative stock
 */
export async function moveStock(tx: Transaction, moves: StockMove[]): Promise<string[]> {
  const added = moves.map(({ path: _, ...move }) => ({ ...move, id: tx.newId() }));
  const rows = await addMovements(tx, added);
  const levels = new Map(rows.map((level) => [keyOf(level), level]));
  const short = moves.filter((move) => !levels.has(keyOf(move)));
  if (short.length > 0) throw outOfStock(short);
  for (const move of moves) {
    const level = levels.get(keyOf(move))!;
    const stock = Decimal.from(level.stock);
    const before = stock.minus(Decimal.from(move.quantity));
    if (stock.isNegative() && !before.isNegative()) tx.emit(inventoryNegative(level));
  }
  return added.map(({ id }) => id);
}

function outOfStock(short: StockMove[]) {
  const message = 'The location does not have this much of the product.';
  const issues = short.map(({ path }) => ({ path, code: 'out_of_stock', message }));
  return conflict(message, 'out_of_stock', issues);
}

/** The levels, locked, as a function of their keys. */
export async function levelsOf(
  tx: Transaction,
  keys: LevelKey[],
): Promise<(key: LevelKey) => Level> {
  const rows = await lockLevels(tx, keys);
  const levels = new Map(rows.map((row) => [keyOf(row), levelOf(row)]));
  return (key) => levels.get(keyOf(key))!;
}

const levelOf = ({ stock, averageCost }: LevelRow): Level => ({
  stock: Decimal.from(stock),
  averageCost: averageCost === null ? undefined : Decimal.from(averageCost),
});

/**
 * Keeps the locations from being archived until the commit; locks them in the order of their
 * identifiers, before any level.
 * @param named the locations by the field that names them
 * @throws Refusal location_not_found or location_archived
 */
export async function useLocations(tx: Transaction, named: Record<string, string>): Promise<void> {
  const rows = await tx.rows<{ id: string; active: boolean }>(
    `select id, active from locations where org_id = $1 and id = any($2::uuid[])
     order by id for key share`,
    [tx.organizationId, Object.values(named).filter(isIdentifier)],
  );
  const found = new Map(rows.map(({ id, active }) => [id, active]));
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
