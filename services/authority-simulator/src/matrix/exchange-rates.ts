import { Decimal, type CalendarDate } from '@timbre/fiscal';
import { columnOf } from './catalogue';

/**
 * The simulated exchange rates of the day, in pesos for one unit, of the currencies with a daily published
 * rate. The rates are constants here; a real PAC reads them from the Banco de México.
 */
const PUBLISHED: Readonly<Record<string, string>> = {
  USD: '18.50', EUR: '21.50', GBP: '24.50', CAD: '13.20', CHF: '22.90', JPY: '0.12', CNY: '2.58',
  BRL: '3.42', AUD: '12.10', KRW: '0.0131', INR: '0.2085', COP: '0.0047', CLP: '0.0195',
  PEN: '5.31', GTQ: '2.41', CRC: '0.0365', DOP: '0.29', HNL: '0.705', UYU: '0.463', SEK: '1.95',
  NOK: '1.83', DKK: '2.88', SGD: '14.20', HKD: '2.38', TWD: '0.59', NZD: '10.60', PLN: '5.08',
  CZK: '0.884', ZAR: '1.07', ILS: '5.62', AED: '5.04', SAR: '4.93', THB: '0.571', PAB: '18.50',
  BOB: '2.68', PYG: '0.00262', BZD: '9.20',
}; // prettier-ignore

/**
 * Returns whether an exchange rate exceeds the variation that c_Moneda allows without a confirmation key.
 * For a currency without a published rate there is no limit. The column is a factor, so that `5` means 500
 * %.
 */
export function isBeyondVariation(currency: string, rate: Decimal, on: CalendarDate): boolean {
  const text = PUBLISHED[currency];
  if (text === undefined) return false;
  const published = Decimal.from(text);
  const variation = Decimal.from(columnOf('c_Moneda', currency, 'variationPct', on) ?? '0');
  const span = published.times(variation);
  return rate.greaterThan(published.plus(span)) || rate.lessThan(published.minus(span));
}
