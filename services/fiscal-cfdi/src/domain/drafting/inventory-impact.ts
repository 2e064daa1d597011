import { Decimal } from '@timbre/fiscal';
import { relatedDocumentsOf } from './related-documents';
import type { Draft } from './draft';

/** The effect of a document on the stock of its products, as the API's detail shows it. */
export interface InventoryImpact {
  status: 'pending' | 'deducted' | 'reversed';
  locationId?: string | undefined;
  /** The times in an inventory impact have the RFC 3339 format. */
  appliedAt?: string | undefined;
  reversedAt?: string | undefined;
}

/**
 * The stock movements that stamping a document causes. Canceling the document reverses these stock
 * movements.
 */
export interface StockEffect {
  /** The location whose stock changes; by default the organization's default location. */
  locationId?: string | undefined;
  isReturn: boolean;
  /** The products, each listed once; quantities are decimal text. */
  items: { productId: string; quantity: string }[];
}

/** The code of c_TipoRelacion for returned goods. */
const returned = '03';

type Moving = Pick<Draft, 'kind' | 'input' | 'items' | 'origin'>;

/**
 * Returns the stock movements of the products that a document sells or takes back; undefined if it moves no
 * stock. Documents of sales receipts move no stock, because the receipts have already moved the goods. Credit
 * notes for discounts move no stock.
 */
export function stockEffectOf({ kind, input, items, origin }: Moving): StockEffect | undefined {
  const isReturn =
    kind === 'credit_note' &&
    relatedDocumentsOf(input).some(({ relationship }) => relationship === returned);
  if (origin || (kind !== 'income' && !isReturn)) return undefined;
  const moved = new Map<string, Decimal>();
  for (const { productId, quantity } of items) {
    if (productId === undefined) continue;
    moved.set(productId, (moved.get(productId) ?? Decimal.zero).plus(Decimal.from(quantity)));
  }
  if (moved.size === 0) return undefined;
  return {
    locationId: input.locationId,
    isReturn,
    items: [...moved].map(([productId, sum]) => ({ productId, quantity: sum.toString() })),
  };
}

/**
 * Returns the `inventoryImpact` of a draft before its stamp; null if the document moves no stock.
 */
export function pendingImpact(draft: Moving): InventoryImpact | null {
  const effect = stockEffectOf(draft);
  if (!effect) return null;
  const { locationId } = effect;
  return { status: 'pending', ...(locationId !== undefined && { locationId }) };
}
