import { currency } from './currency';
import { Decimal } from './decimal';

/**
 * Pesos for one unit, by order of magnitude: the published rates of 2025 and 2026 (Banco de México)
 * are within a third of these. That is enough: c_Moneda lets a rate differ from the published one by
 * 500 %, and no true rate comes near that.
 */
const approximatePesos: Readonly<Record<string, string>> = {
  USD: '18', EUR: '21', GBP: '24', CAD: '13', CHF: '22', JPY: '0.12', CNY: '2.5', BRL: '3.3',
  AUD: '12', KRW: '0.013', INR: '0.21', COP: '0.0045', CLP: '0.02', PEN: '5.2', GTQ: '2.4',
  CRC: '0.036', DOP: '0.3', HNL: '0.7', UYU: '0.45', SEK: '1.9', NOK: '1.8', DKK: '2.8',
  SGD: '14', HKD: '2.3', TWD: '0.6', NZD: '10.5', PLN: '5', CZK: '0.85', ZAR: '1.05', ILS: '5.4',
  AED: '4.9', SAR: '4.8', THB: '0.55', PAB: '18', BOB: '2.6', PYG: '0.0025', BZD: '9',
}; // prettier-ignore

const two = Decimal.from(2);
/** The published rate may be a third below the usual one; a PAC refuses by the published one. */
const twoThirds = Decimal.from('0.666667');

/**
 * How a rate (pesos for one unit) compares with the usual one: `beyond` what c_Moneda allows
 * without a confirmation key (CFDI40118), `unusual` when it is not between half and twice of it,
 * such as the pesos of another currency or one divided by the rate. Undefined for a currency
 * without a usual rate.
 */
export function compareRate(
  code: string,
  rate: Decimal,
): 'usual' | 'unusual' | 'beyond' | undefined {
  const pesos = approximatePesos[code];
  const variation = currency(code)?.variation;
  if (pesos === undefined || variation === undefined) return undefined;
  const usual = Decimal.from(pesos);
  const most = usual.times(twoThirds).times(variation.plus(Decimal.one));
  if (rate.greaterThan(most)) return 'beyond';
  const isNear = rate.lessOrEqual(usual.times(two)) && usual.lessOrEqual(rate.times(two));
  return isNear ? 'usual' : 'unusual';
}
