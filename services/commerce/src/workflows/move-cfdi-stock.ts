import type { fiscalCfdi } from '@timbre/contract';
import { LockMode } from '@mikro-orm/postgresql';
import { Decimal, documentRef } from '@timbre/fiscal';
import { isIdentifier, isNewer, type Transaction } from '@timbre/kit';
import { CfdiStock, cfdiStockChanged } from '../store/cfdi-stock';
import { movedBack } from '../store/inventory';
import { keepLocation } from '../store/locations';
import { ReceiptDocument } from '../store/receipt-documents';
import { moveStock } from './move-stock';

/**
 * Moves the goods of a CFDI: out at its stamp (in for a return), back at its cancellation. A stamped CFDI
 * cannot be refused, so stock may become negative. A document that is canceled before commerce learned of its
 * stamp moves nothing; a document that replaces a document of receipts moves nothing either.
 */
export async function moveCfdiStock(tx: Transaction, cfdi: fiscalCfdi.Cfdi): Promise<void> {
  const { stock, status, cfdiId: id, version: cfdiVersion } = cfdi;
  if (!stock || cfdi.direction !== 'issued' || status === 'draft') return;
  const isCanceled = status === 'canceled';
  const lockMode = LockMode.PESSIMISTIC_WRITE;
  const known = await tx.find(CfdiStock, id, { lockMode });
  if (known && !isNewer(cfdiVersion, known.cfdiVersion)) return;
  const isOut = stock.isReturn === isCanceled;
  const next = isOut ? ('deducted' as const) : ('reversed' as const);
  if (known) {
    known.cfdiVersion = cfdiVersion;
    if (known.status === next) return;
    Object.assign(known, { status: next }, isOut ? { appliedAt: tx.now } : { reversedAt: tx.now });
    const moved = stock.items.filter(({ productId }) => known.moved.includes(productId));
    const kind = isCanceled ? 'cfdi_reverse' : 'cfdi_deduct';
    await move(tx, { id, kind, items: moved, locationId: known.locationId, isOut });
    tx.emit(() => cfdiStockChanged(known));
    return;
  }
  const locationId = isCanceled ? null : await locationOf(tx, stock.locationId);
  const kind = stock.isReturn ? 'cfdi_reverse' : 'cfdi_deduct';
  const { items } = stock;
  const isStill = isCanceled || (await isOfReceipts(tx, id));
  const moved = isStill ? [] : await move(tx, { id, kind, items, locationId, isOut });
  const added = {
    id,
    version: 1,
    cfdiVersion,
    status: next,
    locationId,
    moved,
    appliedAt: isOut ? tx.now : null,
    reversedAt: isOut ? null : tx.now,
  };
  tx.add(CfdiStock, added);
  tx.emit(cfdiStockChanged(added));
}

/**
 * Moves back what a CFDI has moved that takes the place of one of receipts: those have moved the goods. Its
 * stamp may be seen before the cancellation of the other, or after it.
 */
export async function leaveStockToReceipts(tx: Transaction, id: string): Promise<void> {
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

/** Whether the CFDI takes the place of one of receipts. */
const isOfReceipts = async (tx: Transaction, cfdiId: string): Promise<boolean> =>
  (await tx.findBy(ReceiptDocument, { cfdiId })) !== undefined;

/** The location of the document, or the default one; null in an organization without locations. */
async function locationOf(tx: Transaction, id: string | undefined): Promise<string | null> {
  const named = id !== undefined && isIdentifier(id) ? id : undefined;
  return (await keepLocation(tx, named))?.id ?? null;
}

interface Move {
  /** Of the CFDI. */
  id: string;
  kind: 'cfdi_deduct' | 'cfdi_reverse';
  items: fiscalCfdi.StockItem[];
  locationId: string | null | undefined;
  isOut: boolean;
}

/** @returns the products that moved */
async function move(
  tx: Transaction,
  { id, kind, items, locationId, isOut }: Move,
): Promise<string[]> {
  if (!locationId || items.length === 0) return [];
  const moves = items.map(({ productId, quantity }) => {
    const amount = Decimal.from(quantity);
    return {
      productId,
      locationId,
      kind,
      documentRef: documentRef('cfdi', id),
      paths: [],
      quantity: (isOut ? amount.negated() : amount).toString(),
    };
  });
  const made = await moveStock(tx, moves, { ofTracked: true, isForced: true });
  return made.map(({ productId }) => productId);
}
