import type { CalendarDate } from './calendar-date';
import { isInForce, type CatalogEntry } from './catalog';
import { requiredCatalog } from './catalogs';
import { Decimal } from './decimal';
import { perLaw } from './law/law';
import { taxCodeOf } from './tax-code';

/** c_TipoFactor. */
export type TaxFactor = 'Tasa' | 'Cuota' | 'Exento';

/**
 * A row of c_TasaOCuota. The row is a single rate if min and max are equal, and an inclusive range in all
 * other cases.
 */
export interface TaxRate {
  /** The code of c_Impuesto: 001 ISR, 002 IVA, 003 IEPS. */
  taxCode: string;
  factor: TaxFactor;
  min: Decimal;
  max: Decimal;
  isTransfer: boolean;
  isWithholding: boolean;
}

/** The result is memoized, because one document looks up the same date hundreds of times. */
const latest = perLaw((): { onDate: CalendarDate; rates: TaxRate[] } => ({
  onDate: '',
  rates: [],
}));

/** Returns the rates in force on a date. */
export function taxRates(onDate: CalendarDate): readonly TaxRate[] {
  const memo = latest();
  if (memo.onDate !== onDate) {
    const entries = [...requiredCatalog('c_TasaOCuota').entries()];
    memo.rates = entries.filter((entry) => isInForce(entry, onDate)).map(rateOf);
    memo.onDate = onDate;
  }
  return memo.rates;
}

/**
 * Whether a tax line may have the rate on the date (CFDI40176 to CFDI40186). An exempt line is a transferred
 * IVA or IEPS without a rate.
 * @param tax a code of c_Impuesto
 */
export function taxRateAllowed(
  tax: string,
  factor: TaxFactor,
  rate: Decimal | undefined,
  isTransfer: boolean,
  onDate: CalendarDate,
): boolean {
  if (factor === 'Exento') return rate === undefined && isTransfer && isTransferable(tax, onDate);
  if (rate === undefined) return false;
  return taxRates(onDate).some(
    (known) =>
      known.taxCode === tax &&
      known.factor === factor &&
      (isTransfer ? known.isTransfer : known.isWithholding) &&
      rate.greaterOrEqual(known.min) &&
      rate.lessOrEqual(known.max),
  );
}

function isTransferable(tax: string, onDate: CalendarDate): boolean {
  return requiredCatalog('c_Impuesto').get(tax, onDate)?.attributes.transfer === '1';
}

function rateOf({ attributes }: CatalogEntry): TaxRate {
  const { tax = '', factor = '', value = '', min = value } = attributes;
  return {
    taxCode: taxCodeOf(tax) ?? '',
    factor: factor as TaxFactor,
    min: Decimal.from(min),
    max: Decimal.from(value),
    isTransfer: attributes.transfer === '1',
    isWithholding: attributes.withholding === '1',
  };
}
