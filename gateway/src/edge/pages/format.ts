import { Decimal, shownDecimal } from '@timbre/fiscal';
import type { Words } from './words';

/** Formats a calendar date in words, for example 23 de noviembre de 2026. */
export const shownDate = ({ locale }: Words, date: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(date));

/** Formats a quantity with all its decimals. */
export const shownQuantity = (quantity: number): string => shownDecimal(Decimal.from(quantity), 0);

/** Formats an amount in pesos, for example `-$1,160.00`. */
export function shownPesos({ pesoSign }: Words, amount: string | number): string {
  const value = Decimal.from(amount);
  return `${value.isNegative() ? '-' : ''}${pesoSign}${shownDecimal(value.abs(), 2)}`;
}
