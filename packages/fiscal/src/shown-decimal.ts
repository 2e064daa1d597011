import type { Decimal } from './decimal';

/**
 * Returns a decimal for display: with thousands separators and without trailing zeros, but with at
 * least `decimalsMin` decimals.
 */
export function shownDecimal(value: Decimal, decimalsMin: number): string {
  const short = value.trimmed(decimalsMin);
  const text = (short.scale < decimalsMin ? short.round(decimalsMin) : short).toString();
  const [whole = '', decimals] = text.split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return decimals === undefined ? grouped : `${grouped}.${decimals}`;
}
