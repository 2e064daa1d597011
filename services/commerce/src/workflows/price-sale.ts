import type { commerce } from '@timbre/contract';
import { Decimal, readableDecimal, type Issue } from '@timbre/fiscal';
import {
  chargedItem,
  itemsIssues,
  resolveItems,
  type ChargedItem,
  type Item,
  type ItemInput,
} from '@timbre/items';
import { resolvePrice } from '../domain/price';
import { productMessage } from '../store/product-changed';
import type { SaleSources } from './sale-sources';

export interface PricedSale {
  /** The requested items with their prices. */
  inputs: ItemInput[];
  /** The items with the data of their products. */
  items: Item[];
  /** The charged lines in the order of the items; not valid if there are issues. */
  lines: ChargedItem[];
  /** The issues of unknown products. */
  missing: Issue[];
  issues: Issue[];
}

/**
 * Calculates the charged lines of a sale with the rules for document items, because any receipt can
 * be invoiced. A product without a unit price gets its resolved price.
 */
export function priceSale(
  { items, saleType }: Pick<commerce.CreateSalesReceiptRequest, 'items'> & { saleType?: string },
  sources: SaleSources,
): PricedSale {
  const inputs = items.map((item) => pricedInput(item, sources));
  const resolved = resolveItems(inputs, sources.products.map(productMessage), sources.today);
  const { missing } = resolved;
  if (missing.length > 0) return { inputs, items: [], lines: [], missing, issues: [] };
  const judged = itemsIssues(resolved.items, inputs, {
    today: sources.today,
    isPriced: true,
    isCorrection: false,
    isGlobal: false,
    placeOfIssue: sources.location?.postalCode,
  });
  const issues = [...resolved.issues, ...judged];
  const isGivenAway = saleType === 'courtesy';
  const lines = issues.length
    ? []
    : resolved.items.map((item) => chargedItem(item, { isGivenAway, owesIeps: sources.owesIeps }));
  return { inputs, items: resolved.items, lines, missing, issues };
}

function pricedInput(item: commerce.SaleItem, sources: SaleSources): ItemInput {
  const { unitPrice, quantity } = item;
  if (unitPrice !== undefined) return { ...item, unitPrice };
  const id = (item.productId ?? '').toLowerCase();
  const product = sources.products.find((one) => one.id === id);
  const amount = readableDecimal(quantity);
  // The item rules report an unknown product or an invalid quantity.
  if (!product || !amount) return { ...item, unitPrice: '0' };
  const price = resolvePrice(
    product,
    sources.rules.filter(({ productId }) => productId === id),
    { quantity: amount, onDate: sources.today },
  );
  const text = price.unitPrice.trimmed().toString();
  return { ...item, unitPrice: text, taxIncluded: price.taxIncluded };
}

/** Returns the sold quantity of each product, with the lines that sell it. */
export function soldProducts(
  lines: readonly ChargedItem[],
): { productId: string; quantity: Decimal; indexes: number[] }[] {
  const sold = new Map<string, { productId: string; quantity: Decimal; indexes: number[] }>();
  lines.forEach(({ productId, quantity }, index) => {
    if (productId === undefined) return;
    const known = sold.get(productId) ?? { productId, quantity: Decimal.zero, indexes: [] };
    const indexes = [...known.indexes, index];
    sold.set(productId, {
      ...known,
      quantity: known.quantity.plus(Decimal.from(quantity)),
      indexes,
    });
  });
  return [...sold.values()];
}
