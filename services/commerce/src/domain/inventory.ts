import { Decimal, type Issue } from '@timbre/fiscal';

/** The stock of a product at a location, and its unit cost if known. */
export interface Level {
  stock: Decimal;
  averageCost: Decimal | undefined;
}

/** The number of decimals of unit costs. */
const costScale = 6;

/**
 * Returns the moving average cost after goods are received, rounded half up to six decimals. If the
 * current stock is not positive or has no known cost, the result is the cost of the received goods.
 */
export function averageCostAfter(
  { stock, averageCost }: Level,
  quantity: Decimal,
  unitCost: Decimal,
): Decimal {
  if (!stock.isPositive() || !averageCost) return unitCost;
  const worth = stock.times(averageCost).plus(quantity.times(unitCost));
  return worth.dividedBy(stock.plus(quantity), costScale);
}

/** The fields of an adjustment that its rules check; amounts are decimal text. */
export interface Adjustment {
  quantity?: string | undefined;
  countedQuantity?: string | undefined;
  unitCost?: string | undefined;
}

/**
 * Returns the violated rules of an adjustment. The gateway validates single fields.
 *
 * - quantity_missing: the quantity is missing; inventory needs a difference or a counted quantity, a refund a
 *   quantity or an amount
 * - count_not_allowed: give a difference or a counted quantity, not both
 * - quantity_zero: the difference must not be 0
 * - unit_cost_not_allowed: only a positive difference, which adds stock, may have a unit cost
 */
export function adjustmentIssues({ quantity, countedQuantity, unitCost }: Adjustment): Issue[] {
  const issues: Issue[] = [];
  const add = (field: string, code: string, message: string) =>
    issues.push({ path: [field], code, message });
  if (quantity === undefined && countedQuantity === undefined) {
    add(
      'quantity',
      'quantity_missing',
      'Give the quantity to add or take out, or countedQuantity.',
    );
  }
  if (quantity !== undefined && countedQuantity !== undefined) {
    add('countedQuantity', 'count_not_allowed', 'Give either quantity or countedQuantity.');
  }
  const difference = quantity === undefined ? undefined : Decimal.from(quantity);
  if (difference?.isZero()) {
    add('quantity', 'quantity_zero', 'A quantity of 0 changes nothing.');
  }
  if (unitCost !== undefined && !difference?.isPositive()) {
    const message = 'Only goods received, a positive quantity, have a unitCost.';
    add('unitCost', 'unit_cost_not_allowed', message);
  }
  return issues;
}

/** The fields of a transfer that its rules check. */
export interface Transfer {
  fromLocationId: string;
  toLocationId: string;
  items: { productId: string }[];
}

/**
 * Returns the violated rules of a transfer.
 *
 * - same_location: stock cannot be transferred from a location to itself
 * - product_repeated: another item has the same product
 */
export function transferIssues({ fromLocationId, toLocationId, items }: Transfer): Issue[] {
  const issues: Issue[] = [];
  if (fromLocationId.toLowerCase() === toLocationId.toLowerCase()) {
    const message = 'Goods cannot be transferred to the location where they are.';
    issues.push({ path: ['toLocationId'], code: 'same_location', message });
  }
  const seen = new Set<string>();
  items.forEach(({ productId }, index) => {
    const id = productId.toLowerCase();
    if (seen.has(id)) {
      const message = 'Another item has this product; give their sum.';
      issues.push({ path: ['items', index, 'productId'], code: 'product_repeated', message });
    }
    seen.add(id);
  });
  return issues;
}
