import { Decimal } from '@timbre/fiscal';
import { columnOf } from './catalogue';

/**
 * Pesos for one unit of the currencies that are published daily: the rates of this simulated day. A
 * real PAC reads them at the Banco de México.
 */
const PUBLISHED: Readonly<Record<string, Decimal>> = {
  USD: Decimal.from('18.50'),
  EUR: Decimal.from('21.50'),
  GBP: Decimal.from('24.50'),
  CAD: Decimal.from('13.20'),
  JPY: Decimal.from('0.12'),
};

/**
 * Whether a rate is beyond the variation that c_Moneda allows without a confirmation; undefined for
 * a currency without a published rate. The column is a factor: 5 means 500 %.
 */
export function isBeyondVariation(currency: string, rate: Decimal): boolean | undefined {
  const published = PUBLISHED[currency];
  if (!published) return undefined;
  const variation = Decimal.from(columnOf('c_Moneda', currency, 'variationPct') ?? '0');
  const span = published.times(variation);
  return rate.greaterThan(published.plus(span)) || rate.lessThan(published.minus(span));
}
