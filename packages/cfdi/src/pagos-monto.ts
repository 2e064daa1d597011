import { Decimal } from '@timbre/fiscal';
import { convertedRange } from './amount-limits';
import type { DoctoRelacionado } from './pagos';
import { inPaymentCurrency } from './pagos-sums';

type Paid = Pick<DoctoRelacionado, 'monedaDr' | 'impPagado' | 'equivalenciaDr'>;

/** The sum of the documents in the currency of the payment. */
export const paidSum = (documents: readonly Paid[]): Decimal =>
  Decimal.sum(
    documents.map(({ impPagado, equivalenciaDr }) => inPaymentCurrency(impPagado, equivalenciaDr)),
  );

/** The least Monto below `paidSum` that the SAT accepts, where currencies differ (CRP20276). */
export function lowestMonto(
  documents: readonly Paid[],
  monedaP: string,
  decimals: number,
): Decimal {
  const low = documents.map(({ monedaDr, impPagado, equivalenciaDr = Decimal.one }) =>
    monedaDr === monedaP ? impPagado : convertedRange(impPagado, equivalenciaDr).low,
  );
  return Decimal.sum(low).round(decimals, 'down');
}

/**
 * Monto of a payment of these documents: their sum to the nearest, or rounded up where that is too
 * little. With ten decimals of equivalence the formula of the lower limit gives more than the sum.
 * @param decimals of the currency of the payment
 */
export function montoOf(documents: readonly Paid[], monedaP: string, decimals: number): Decimal {
  const sum = paidSum(documents);
  const nearest = sum.round(decimals);
  const isEnough =
    nearest.greaterOrEqual(sum) ||
    nearest.greaterOrEqual(lowestMonto(documents, monedaP, decimals));
  return isEnough ? nearest : sum.round(decimals, 'up');
}
