import { Decimal } from '@timbre/fiscal';

/**
 * If the two factors of an amount were rounded, the exact amount can only be computed within
 * limits. The SAT accepts any amount within these limits (Anexo 20; fill-in guide, FAQ 41, read
 * 2026-11-21). The limits are rounded to the number of decimals of the amount.
 */

const two = Decimal.from(2);
const SLACK = Decimal.from('0.000000000001');

/** Returns half a unit of the last written decimal. */
function half(value: Decimal): Decimal {
  return unit(value.scale).dividedBy(two, value.scale + 1);
}

function unit(scale: number): Decimal {
  return scale === 0 ? Decimal.one : Decimal.from(`0.${'0'.repeat(scale - 1)}1`);
}

/** Whether `importe` can be `cantidad` times `valorUnitario` (CFDI40167). */
export function isProduct(importe: Decimal, cantidad: Decimal, valorUnitario: Decimal): boolean {
  if (cantidad.times(valorUnitario).round(importe.scale).equals(importe)) return true;
  const low = cantidad.minus(half(cantidad)).times(valorUnitario.minus(half(valorUnitario)));
  const high = upper(cantidad).times(upper(valorUnitario));
  return isWithin(importe, low, high);
}

/** Whether `importe` can be the tax of `base` at `tasa` (CFDI40180, CFDI40186). */
export function isTax(importe: Decimal, base: Decimal, tasa: Decimal): boolean {
  if (base.times(tasa).round(importe.scale).equals(importe)) return true;
  return isWithin(importe, base.minus(half(base)).times(tasa), upper(base).times(tasa));
}

function upper(value: Decimal): Decimal {
  return value.plus(half(value)).minus(SLACK);
}

function isWithin(importe: Decimal, low: Decimal, high: Decimal): boolean {
  const { scale } = importe;
  return (
    importe.greaterOrEqual(low.round(scale, 'down')) && importe.lessOrEqual(high.round(scale, 'up'))
  );
}

export interface Range {
  readonly low: Decimal;
  readonly high: Decimal;
}

// The number of decimals of quotients, which are compared with amounts of at most six decimals.
const QUOTIENT_DECIMALS = 14;
const EQUIVALENCE_SLACK = Decimal.from('0.0000000001');

/**
 * Returns the range of an amount after its conversion with a rounded equivalence (CRP20275,
 * CRP20276).
 */
export function convertedRange(amount: Decimal, equivalencia: Decimal): Range {
  const most = equivalencia.plus(half(equivalencia)).minus(EQUIVALENCE_SLACK);
  const least = equivalencia.minus(half(equivalencia));
  return {
    low: amount.minus(half(amount)).dividedBy(most, QUOTIENT_DECIMALS, 'down'),
    high: amount
      .plus(half(amount))
      .minus(EQUIVALENCE_SLACK)
      .dividedBy(least.isPositive() ? least : equivalencia, QUOTIENT_DECIMALS, 'up'),
  };
}
