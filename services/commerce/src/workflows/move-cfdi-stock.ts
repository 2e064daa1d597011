import type { fiscalCfdi } from '@timbre/contract';
import { LockMode } from '@mikro-orm/postgresql';
import { certain, Decimal, documentRef } from '@timbre/fiscal';
import { isIdentifier, isNewer, type Transaction } from '@timbre/kit';
import { CfdiStock, cfdiStockChanged, lockCfdiStock, lockCfdiStockOf } from '../store/cfdi-stock';
import { movedBack, trackedOf } from '../store/inventory';
import { keepLocationsAndDefault } from '../store/locations';
import { cfdiOfReceipts } from '../store/receipt-documents';
import { moveStock, type StockMove } from './move-stock';

/** A CFDI whose goods leave the stock or are returned. */
interface Moving {
  cfdiId: string;
  version: number;
  isCanceled: boolean;
  isOut: boolean;
  isReturn: boolean;
  locationId: string | undefined;
  items: readonly fiscalCfdi.StockItem[];
}

/**
 * Moves the goods of CFDI. A stamp moves goods out of the stock (or into the stock for a return),
 * and a cancellation reverses this. Stock may become negative, because a CFDI that is already
 * stamped cannot be rejected. No goods are moved for a document that was canceled before its stamp
 * was known, or for a CFDI that replaces a CFDI of receipts.
 * @param cfdis are the CFDI in the order in which their goods move, each at most once
 */
export async function moveCfdiStock(
  tx: Transaction,
  cfdis: readonly fiscalCfdi.Cfdi[],
): Promise<void> {
  const moving = cfdis.flatMap(movingOf);
  if (moving.length === 0) return;
  await lockCfdiStock(tx);
  const known = await lockCfdiStockOf(
    tx,
    moving.map(({ cfdiId }) => cfdiId),
  );
  const again = moving.flatMap((one) => movesAgain(tx, one, known.get(one.cfdiId)));
  const added = moving.filter(({ cfdiId }) => !known.has(cfdiId));
  const located = await locationsOf(tx, added);
  const first = added.flatMap((one) => movesFirst(one, located.get(one.cfdiId)));
  const moved = await moveTracked(tx, [...again, ...first]);
  for (const one of added) {
    const locationId = located.get(one.cfdiId) ?? null;
    addCfdiStock(tx, one, locationId, moved.get(documentRef('cfdi', one.cfdiId)) ?? []);
  }
}

function movingOf({ stock, status, direction, cfdiId, version }: fiscalCfdi.Cfdi): Moving[] {
  if (!stock || direction !== 'issued' || status === 'draft') return [];
  const isCanceled = status === 'canceled';
  const { isReturn, items, locationId } = stock;
  const isOut = isReturn === isCanceled;
  return [{ cfdiId, version, isCanceled, isOut, isReturn, locationId, items }];
}

/** Returns the stock movements that reverse the earlier movements of a canceled document. */
function movesAgain(tx: Transaction, one: Moving, known: CfdiStock | undefined): StockMove[] {
  if (!known || !isNewer(one.version, known.cfdiVersion)) return [];
  known.cfdiVersion = one.version;
  const status = statusOf(one);
  if (known.status === status) return [];
  const instant = one.isOut ? { appliedAt: tx.now } : { reversedAt: tx.now };
  Object.assign(known, { status }, instant);
  tx.emit(() => cfdiStockChanged(known));
  const items = one.items.filter(({ productId }) => known.moved.includes(productId));
  const kind = one.isCanceled ? 'cfdi_reverse' : 'cfdi_deduct';
  return movesOf({ ...one, items }, kind, known.locationId);
}

const movesFirst = (one: Moving, locationId: string | undefined): StockMove[] =>
  movesOf(one, one.isReturn ? 'cfdi_reverse' : 'cfdi_deduct', locationId);

const statusOf = ({ isOut }: Moving) => (isOut ? ('deducted' as const) : ('reversed' as const));

function movesOf(
  { cfdiId, items, isOut }: Moving,
  kind: 'cfdi_reverse' | 'cfdi_deduct',
  locationId: string | null | undefined,
): StockMove[] {
  if (!locationId) return [];
  return items.map(({ productId, quantity }) => {
    const amount = Decimal.from(quantity);
    return {
      productId,
      locationId,
      kind,
      documentRef: documentRef('cfdi', cfdiId),
      paths: [],
      quantity: (isOut ? amount.negated() : amount).toString(),
    };
  });
}

/**
 * Returns the location of each document that moves goods: the named location or, by default, the
 * default location. Documents that move no goods are omitted: canceled documents, CFDI that replace
 * a CFDI of receipts, and all documents of an organization without locations.
 */
async function locationsOf(
  tx: Transaction,
  added: readonly Moving[],
): Promise<ReadonlyMap<string, string>> {
  const stamped = added.filter(({ isCanceled }) => !isCanceled);
  if (stamped.length === 0) return new Map();
  const named = stamped.map(({ locationId: id }) => (id && isIdentifier(id) ? id : undefined));
  const { found, byDefault } = await keepLocationsAndDefault(tx, named);
  const ofReceipts = await cfdiOfReceipts(
    tx,
    stamped.map(({ cfdiId }) => cfdiId),
  );
  return new Map(
    stamped.flatMap(({ cfdiId }, at) => {
      const id = named[at]?.toLowerCase();
      const location = id === undefined ? byDefault : found.has(id) ? id : undefined;
      return location !== undefined && !ofReceipts.has(cfdiId) ? [[cfdiId, location]] : [];
    }),
  );
}

/**
 * Moves the stock of the tracked products in rounds, because one statement moves each stock level
 * at most once. The first round contains every stock level, so all levels are locked in sorted
 * order. Later rounds move stock levels that several documents share.
 * @returns the products whose stock moved, keyed by document reference
 */
async function moveTracked(
  tx: Transaction,
  moves: readonly StockMove[],
): Promise<ReadonlyMap<string, string[]>> {
  const moved = new Map<string, string[]>();
  if (moves.length === 0) return moved;
  const tracked = await trackedOf(
    tx,
    moves.map(({ productId }) => productId),
  );
  const rounds: StockMove[][] = [];
  const levels = new Map<string, number>();
  for (const move of moves.filter(({ productId }) => tracked.has(productId.toLowerCase()))) {
    const level = `${move.productId}:${move.locationId}`.toLowerCase();
    const round = levels.get(level) ?? 0;
    levels.set(level, round + 1);
    (rounds[round] ??= []).push(move);
  }
  for (const round of rounds) {
    await moveStock(tx, round, { isForced: true });
    for (const { documentRef, productId } of round) {
      const ref = certain(documentRef, 'documentRef');
      moved.set(ref, [...(moved.get(ref) ?? []), productId]);
    }
  }
  return moved;
}

function addCfdiStock(
  tx: Transaction,
  one: Moving,
  locationId: string | null,
  moved: string[],
): void {
  const { isOut } = one;
  const stock = {
    id: one.cfdiId,
    version: 1,
    cfdiVersion: one.version,
    status: statusOf(one),
    locationId,
    moved,
    appliedAt: isOut ? tx.now : null,
    reversedAt: isOut ? null : tx.now,
  };
  tx.add(CfdiStock, stock);
  tx.emit(cfdiStockChanged(stock));
}

/**
 * Reverses the stock movements of a CFDI that replaces a CFDI of receipts, because the receipts
 * have already moved the goods. The event of the replacing CFDI's stamp may arrive before or after
 * the cancellation of the replaced CFDI.
 */
export async function leaveStockToReceipts(tx: Transaction, id: string): Promise<void> {
  await lockCfdiStock(tx);
  const known = await tx.find(CfdiStock, id, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (!known?.locationId || known.moved.length === 0) return;
  const { locationId, moved } = known;
  const reference = documentRef('cfdi', id);
  const items = await movedBack(tx, moved, reference);
  known.moved = [];
  tx.emit(() => cfdiStockChanged(known));
  await moveStock(
    tx,
    items.map((item) => ({
      ...item,
      locationId,
      kind: 'cfdi_reverse',
      documentRef: reference,
      paths: [],
    })),
    { isForced: true },
  );
}
