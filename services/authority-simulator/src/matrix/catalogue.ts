import { Decimal, isInForce, requiredCatalog, type CalendarDate } from '@timbre/fiscal';

/**
 * Returns true if the value is not an active code of the catalogue on the date. An absent value is not
 * checked here.
 */
export function isUnknown(name: string, value: string | undefined, on: CalendarDate): boolean {
  return value !== undefined && !requiredCatalog(name).isActive(value, on);
}

/** Returns a column of a catalogue entry; undefined if the entry or the value is absent. */
export function columnOf(
  name: string,
  code: string | undefined,
  column: string,
  on: CalendarDate,
): string | undefined {
  return code === undefined ? undefined : requiredCatalog(name).get(code, on)?.attributes[column];
}

/** Returns the description of a catalogue entry. */
export const nameOf = (name: string, code: string, on: CalendarDate): string | undefined =>
  requiredCatalog(name).get(code, on)?.description;

/** Returns the number of decimals of a currency; six for an unknown currency. */
export function decimalsOf(currency: string, on: CalendarDate): number {
  return Number(columnOf('c_Moneda', currency, 'decimals', on) ?? 6);
}

/** A row of c_TasaOCuota, for transferred (`transfer`) or withheld taxes. */
interface Rate {
  readonly tax: string;
  readonly factor: string;
  readonly least: Decimal;
  readonly most: Decimal;
  readonly transfer: boolean;
  readonly withholding: boolean;
}

/** The codes of c_Impuesto, keyed by the names of the taxes in c_TasaOCuota. */
const TAXES: Readonly<Record<string, string>> = { ISR: '001', IVA: '002', IEPS: '003' };

let read: { readonly on: CalendarDate; readonly rates: readonly Rate[] } | undefined;

function ratesOn(on: CalendarDate): readonly Rate[] {
  if (read?.on === on) return read.rates;
  const rates = [...requiredCatalog('c_TasaOCuota').entries()]
    .filter((entry) => isInForce(entry, on))
    .map(({ attributes }) => ({
      tax: TAXES[attributes['tax'] ?? ''] ?? '',
      factor: attributes['factor'] ?? '',
      least: Decimal.from(attributes['min'] ?? attributes['value'] ?? '0'),
      most: Decimal.from(attributes['value'] ?? '0'),
      transfer: attributes['transfer'] === '1',
      withholding: attributes['withholding'] === '1',
    }));
  read = { on, rates };
  return rates;
}

/** Returns whether c_TasaOCuota contains the rate for the tax and factor on the date. */
export function isRate(
  side: 'transfer' | 'withholding',
  tax: string,
  factor: string,
  rate: Decimal,
  on: CalendarDate,
): boolean {
  return ratesOn(on).some(
    (row) =>
      row[side] &&
      row.tax === tax &&
      row.factor === factor &&
      row.least.lessOrEqual(rate) &&
      row.most.greaterOrEqual(rate),
  );
}
