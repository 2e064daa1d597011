import { Decimal, decimalIssues, type Issue, requiredCatalog } from '@timbre/fiscal';
import type { DraftInput } from './draft';

/**
 * Rules of the currency of a document.
 * - currency_not_in_catalog, currency_not_allowed: XXX is no currency to be paid in
 * - exchange_rate_missing: a foreign currency needs one (CFDI40115)
 * - exchange_rate_not_allowed: pesos and no currency have none (CFDI40114, CFDI40116)
 * @param isPaid whether the document moves money; one that does not may have no currency, XXX
 */
export function currencyIssues(
  { currency = 'MXN', exchangeRate }: Pick<DraftInput, 'currency' | 'exchangeRate'>,
  today: string,
  { isPaid = true } = {},
): Issue[] {
  const at = (field: string, code: string, message: string) => [{ path: [field], code, message }];
  if (!requiredCatalog('c_Moneda').isActive(currency, today)) {
    return at('currency', 'currency_not_in_catalog', 'Not an active code of c_Moneda.');
  }
  if (currency === 'XXX' && isPaid) {
    return at('currency', 'currency_not_allowed', 'XXX is not a currency of payment.');
  }
  if (currency === 'MXN' || currency === 'XXX') {
    if (exchangeRate === undefined) return [];
    if (currency === 'MXN' && Decimal.parse(exchangeRate)?.equals(Decimal.one)) return [];
    const message = 'A document in pesos or without currency has no exchange rate.';
    return at('exchangeRate', 'exchange_rate_not_allowed', message);
  }
  if (exchangeRate !== undefined) {
    return decimalIssues(exchangeRate, ['exchangeRate'], { isPositive: true });
  }
  const message = `A document in ${currency} must have an exchange rate: the pesos for one ${currency}.`;
  return at('exchangeRate', 'exchange_rate_missing', message);
}
