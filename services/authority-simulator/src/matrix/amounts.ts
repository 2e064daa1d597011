import { Decimal, itemAt } from '@timbre/fiscal';

const HALVES = Array.from({ length: 12 }, (_, decimals) =>
  Decimal.from(`0.${'0'.repeat(decimals)}5`),
);
const LAST_OF_12 = Decimal.from('0.000000000001');

/**
 * Returns the smallest exact amount that rounds to the given amount: half a unit of the last digit below
 * it.
 */
function leastOf(amount: Decimal): Decimal {
  return amount.minus(itemAt(HALVES, amount.scale));
}

function mostOf(amount: Decimal): Decimal {
  return amount.plus(itemAt(HALVES, amount.scale)).minus(LAST_OF_12);
}

/**
 * Returns whether Importe is within the limits of Anexo 20 for a product of two rounded factors (MAT
 * 40167). The lower limit is truncated and the upper limit is rounded up to the decimals of Importe.
 */
export function isProduct(importe: Decimal, one: Decimal, other: Decimal): boolean {
  if (isExact(importe, one, other)) return true;
  return isBetween(importe, leastOf(one).times(leastOf(other)), mostOf(one).times(mostOf(other)));
}

/**
 * Returns whether Importe is within the limits for a tax. For a tax, only the base can be a rounded number;
 * the rate is exact, because the law sets it (MAT 40180, 40186).
 */
export function isTaxOf(importe: Decimal, base: Decimal, rate: Decimal): boolean {
  if (isExact(importe, base, rate)) return true;
  return isBetween(importe, leastOf(base).times(rate), mostOf(base).times(rate));
}

/**
 * Returns whether the amount is the rounded product of the two factors in the document. An exact amount is
 * always within the limits. This check is cheap, so it comes first.
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
 * Returns whether an amount has more decimals than its currency allows. Trailing zeros do not count as
 * decimals.
 */
export function hasMoreDecimals(amount: Decimal | undefined, decimals: number): boolean {
  return amount !== undefined && !amount.round(decimals, 'down').equals(amount);
}

/**
 * Returns whether an attribute differs from the expected value. The attribute of a sum must be absent if
 * there are no amounts to add, and present otherwise.
 */
export function differs(written: Decimal | undefined, expected: Decimal | undefined): boolean {
  if (written === undefined || expected === undefined) return written !== expected;
  return !written.equals(expected);
}
