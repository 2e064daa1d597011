import { Decimal, itemAt } from '@timbre/fiscal';

const HALVES = Array.from({ length: 12 }, (_, decimals) =>
  Decimal.from(`0.${'0'.repeat(decimals)}5`),
);
const LAST_OF_12 = Decimal.from('0.000000000001');

/** The lower limit of an amount before it was rounded: half a unit of the last digit less. */
function leastOf(amount: Decimal): Decimal {
  return amount.minus(itemAt(HALVES, amount.scale));
}

function mostOf(amount: Decimal): Decimal {
  return amount.plus(itemAt(HALVES, amount.scale)).minus(LAST_OF_12);
}

/**
 * Whether Importe is within the limits of Anexo 20 for a product of two rounded factors (MAT 40167). The
 * lower limit is truncated and the upper limit rounded up, to the decimals of Importe.
 */
export function isProduct(importe: Decimal, one: Decimal, other: Decimal): boolean {
  if (isExact(importe, one, other)) return true;
  return isBetween(importe, leastOf(one).times(leastOf(other)), mostOf(one).times(mostOf(other)));
}

/**
 * Whether Importe is within the limits for a tax. Only the base was rounded; the rate is the law's (MAT
 * 40180, 40186).
 */
export function isTaxOf(importe: Decimal, base: Decimal, rate: Decimal): boolean {
  if (isExact(importe, base, rate)) return true;
  return isBetween(importe, leastOf(base).times(rate), mostOf(base).times(rate));
}

/**
 * Whether the amount is the rounded product of the written factors. An exact amount is always
 * within the limits, and this check is cheap.
 */
function isExact(importe: Decimal, one: Decimal, other: Decimal): boolean {
  return one.times(other).round(importe.scale).equals(importe);
}

function isBetween(importe: Decimal, low: Decimal, high: Decimal): boolean {
  const { scale } = importe;
  return (
    low.round(scale, 'down').lessOrEqual(importe) && high.round(scale, 'up').greaterOrEqual(importe)
  );
}

/**
 * Whether an amount has more decimals than its currency. Trailing zeros do not count as decimals.
 */
export function hasMoreDecimals(amount: Decimal | undefined, decimals: number): boolean {
  return amount !== undefined && !amount.round(decimals, 'down').equals(amount);
}

/**
 * Whether an attribute differs from the expected value. The sum must be absent if there is nothing
 * to sum, and present otherwise.
 */
export function differs(written: Decimal | undefined, expected: Decimal | undefined): boolean {
  if (written === undefined || expected === undefined) return written !== expected;
  return !written.equals(expected);
}
