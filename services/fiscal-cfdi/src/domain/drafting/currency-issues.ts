import { sayNotActive } from '@timbre/api';
import { compareRate, Decimal, decimalIssues, type Issue, requiredCatalog } from '@timbre/fiscal';
import type { DraftInput } from './draft';

type Money = Pick<DraftInput, 'currency' | 'exchangeRate' | 'confirmation'>;

/**
 * Checks the rules of `moneyIssues` and `confirmationIssues` for a single currency and its
 * confirmation key.
 */
export const currencyIssues = (
  money: Money,
  today: string,
  options?: { isPaid?: boolean },
): Issue[] => [
  ...moneyIssues(money, today, options),
  ...confirmationIssues(money.confirmation, [money]),
];

/**
 * Checks a currency and its exchange rate.
 * - currency_not_in_catalog
 * - currency_not_allowed: a payment cannot have the currency XXX
 * - exchange_rate_missing: an amount in a foreign currency needs an exchange rate (CFDI40115)
 * - exchange_rate_not_allowed: pesos and XXX have no exchange rate; leave the rate out (CFDI40114,
 *   CFDI40116)
 * - exchange_rate_out_of_range: the exchange rate differs from the rate of the day by more than
 *   c_Moneda allows, and the document has no confirmation key; or the rate is so close to this
 *   limit that a PAC may refuse it even with a key (CFDI40118)
 * @param isPaid is true if the document moves money; a document that moves no money may have the currency
 * XXX
 */
export function moneyIssues(
  { currency = 'MXN', exchangeRate, confirmation }: Money,
  today: string,
  { isPaid = true } = {},
): Issue[] {
  const at = (field: string, code: string, message: string) => [{ path: [field], code, message }];
  if (!requiredCatalog('c_Moneda').isActive(currency, today)) {
    const said = sayNotActive('c_Moneda', currency, today);
    return [{ path: ['currency'], code: 'currency_not_in_catalog', ...said }];
  }
  if (currency === 'XXX' && isPaid) {
    return at('currency', 'currency_not_allowed', 'XXX is not a currency of payment.');
  }
  if (currency === 'MXN' || currency === 'XXX') {
    if (exchangeRate === undefined) return [];
    if (currency === 'MXN' && Decimal.parse(exchangeRate)?.equals(Decimal.one)) return [];
    const message = 'A document in pesos or without currency has no exchange rate.';
    const satCode = currency === 'XXX' ? { satCode: 'CFDI40116' } : {};
    const path = ['exchangeRate'];
    return [{ path, code: 'exchange_rate_not_allowed', message, ...satCode }];
  }
  const comparison = rateComparison({ currency, exchangeRate });
  if (comparison === 'doubtful' || (comparison === 'beyond' && confirmation === undefined)) {
    const help =
      comparison === 'beyond'
        ? "correct it, or give the SAT's confirmation key"
        : 'correct it; a PAC may refuse it with and without a confirmation key';
    const message = `${exchangeRate} pesos for one ${currency} is beyond the variation of c_Moneda; ${help}.`;
    return at('exchangeRate', 'exchange_rate_out_of_range', message);
  }
  if (exchangeRate !== undefined) {
    return decimalIssues(exchangeRate, ['exchangeRate'], { isPositive: true });
  }
  const message = `A document in ${currency} must have an exchange rate: the pesos for one ${currency}.`;
  return at('exchangeRate', 'exchange_rate_missing', message);
}

/**
 * Checks whether a document has the confirmation key that it needs.
 * - confirmation_not_needed: leave the confirmation key out, because it is only for an exchange rate outside
 *   the limit of c_Moneda (CFDI40127)
 * @param moneys contains the currency and exchange rate of the document, or of each payment in a complement
 */
export function confirmationIssues(
  confirmation: string | undefined,
  moneys: readonly Money[],
): Issue[] {
  if (confirmation === undefined) return [];
  const rates = moneys.map(rateComparison);
  if (rates.includes('beyond') || rates.includes('doubtful')) return [];
  const message =
    'Leave the confirmation key out: only an exchange rate beyond the variation of c_Moneda has one.';
  return [{ path: ['confirmation'], code: 'confirmation_not_needed', message }];
}

/**
 * Warns of a probable mistake in the exchange rate.
 * - exchange_rate_unusual: the exchange rate is less than half or more than twice the usual rate; it may be
 *   the inverse
 */
export function currencyWarnings({ currency = 'MXN', exchangeRate }: Money): Issue[] {
  if (rateComparison({ currency, exchangeRate }) !== 'unusual') return [];
  const message = `${exchangeRate} pesos for one ${currency} is far from the usual rate.`;
  return [{ path: ['exchangeRate'], code: 'exchange_rate_unusual', message }];
}

/**
 * Compares the exchange rate of a draft with the usual rate of its currency. `none` means that the
 * document needs no exchange rate; undefined means that the rate cannot be compared.
 */
function rateComparison({ currency = 'MXN', exchangeRate }: Money) {
  if (currency === 'MXN' || currency === 'XXX' || exchangeRate === undefined) return 'none';
  const rate = Decimal.parse(exchangeRate);
  return rate?.isPositive() ? compareRate(currency, rate) : undefined;
}
