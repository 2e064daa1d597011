import { Decimal } from '@timbre/fiscal';
import { convertedRange } from './amount-limits';
import type { DoctoRelacionado } from './pagos';
import { inPaymentCurrency } from './pagos-sums';

type Paid = Pick<DoctoRelacionado, 'monedaDr' | 'impPagado' | 'equivalenciaDr'>;

/** Returns the sum of the paid documents in the currency of the payment. */
export const paidSum = (documents: readonly Paid[]): Decimal =>
  Decimal.sum(
    documents.map(({ impPagado, equivalenciaDr }) => inPaymentCurrency(impPagado, equivalenciaDr)),
  );

/**
 * Returns the lowest Monto below `paidSum` that the SAT accepts if the currencies differ
 * (CRP20276).
 */
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
 * Returns the Monto for a payment of these documents: their sum, rounded to the nearest unit, or
 * rounded up if the nearest unit is below the SAT's lower limit. If the equivalence
 * (EquivalenciaDR) has ten decimals, the SAT's formula can result in a lower limit above the sum.
 * @param decimals the number of decimals of the payment's currency
 */
export function montoOf(documents: readonly Paid[], monedaP: string, decimals: number): Decimal {
  const sum = paidSum(documents);
  const nearest = sum.round(decimals);
  const isEnough =
    nearest.greaterOrEqual(sum) ||
    nearest.greaterOrEqual(lowestMonto(documents, monedaP, decimals));
  return isEnough ? nearest : sum.round(decimals, 'up');
}
