import {
  catalog,
  Decimal,
  decimalsOf,
  shownDecimal,
  type CalendarDate,
  type PaperWords,
} from '@timbre/fiscal';

const hundred = Decimal.from(100);

/** Formats a decimal: `1,160.00`, `5.9295`. */
export const amount = (value: Decimal, decimalsMin = 2): string => shownDecimal(value, decimalsMin);

const dollarCurrencies = new Set(['MXN', 'USD', 'CAD']);

/** Formats the amounts of a currency with the number of its decimals, such as `11,600` for yen. */
export const amountsIn =
  (currency: string) =>
  (value: Decimal): string =>
    amount(value, decimalsOf(currency));

/**
 * Formats the tax amounts of a concept. Tax amounts of a concept can have more decimals than the currency,
 * so they are rounded.
 */
export const roundedIn =
  (currency: string) =>
  (value: Decimal): string =>
    amount(value.round(decimalsOf(currency)), decimalsOf(currency));

/** Formats an amount with its currency, such as `$1,160.00 MXN`. */
export function money(value: Decimal, currency: string): string {
  return `${dollarCurrencies.has(currency) ? '$' : ''}${amountsIn(currency)(value)} ${currency}`;
}

/** Formats a number without trailing zeros, such as `2`, `1.5`. */
export const count = (value: Decimal): string => amount(value, 0);

/** Splits a text that a user typed into its lines. */
export const linesOf = (text: string): string[] => text.trim().split(/\r\n|\r|\n/);

/** Formats `2026-11-18T10:15:00` with a blank instead of the T. */
export const dateTime = (local: string): string => local.replace('T', ' ');

/**
 * Returns a code with its description, such as `601 – General de Ley Personas Morales`. For an unknown
 * code, returns only the code.
 * @param on is the date of the document, because the description of a code can depend on the date
 */
export const coded = (catalogName: string, code: string, on: CalendarDate): string =>
  codeWithWords(code, described(catalogName, code, on));

export const codeWithWords = (code: string, words: string | undefined): string =>
  words === undefined ? code : `${code} – ${words}`;

export function described(
  catalogName: string,
  code: string,
  on: CalendarDate | 'latest',
): string | undefined {
  return catalog(catalogName)?.get(code, on)?.description.replace(/\.$/, '');
}

/** Formats a tax rate for printing, such as `16 %`, `cuota 5.9295` or `exento`. */
export function rate(
  tipoFactor: string,
  tasaOCuota: Decimal | undefined,
  { exempt, quota }: Pick<PaperWords['item'], 'exempt' | 'quota'>,
): string {
  if (tasaOCuota === undefined) return exempt;
  if (tipoFactor === 'Cuota') return `${quota} ${count(tasaOCuota)}`;
  return `${tasaOCuota.times(hundred).trimmed()} %`;
}

/** Returns the name of a federal tax (c_Impuesto), which is ISR, IVA or IEPS. */
export const taxName = (impuesto: string): string =>
  described('c_Impuesto', impuesto, 'latest') ?? impuesto;

export const optionalAmount = (value: Decimal | undefined): string | undefined =>
  value && amount(value);

export const optionalCoded = (
  catalogName: string,
  code: string | undefined,
  on: CalendarDate,
): string | undefined => (code === undefined ? undefined : coded(catalogName, code, on));

/** Returns the date of a local date-time. */
export const dayOf = (local: string): CalendarDate => local.slice(0, 10);
