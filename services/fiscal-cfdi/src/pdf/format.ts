import {
  catalog,
  Decimal,
  decimalsOf,
  shownDecimal,
  type CalendarDate,
  type PaperWords,
} from '@timbre/fiscal';

const hundred = Decimal.from(100);

/** `1,160.00`, `5.9295`. */
export const amount = (value: Decimal, decimalsMin = 2): string => shownDecimal(value, decimalsMin);

const dollarCurrencies = new Set(['MXN', 'USD', 'CAD']);

/** Amounts of a currency, with its decimals: `11,600` of yen. */
export const amountsIn =
  (currency: string) =>
  (value: Decimal): string =>
    amount(value, decimalsOf(currency));

/** Taxes of a line are computed with more decimals than a currency has; people read rounded ones. */
export const roundedIn =
  (currency: string) =>
  (value: Decimal): string =>
    amount(value.round(decimalsOf(currency)), decimalsOf(currency));

/** An amount with its currency: `$1,160.00 MXN`. */
export function money(value: Decimal, currency: string): string {
  return `${dollarCurrencies.has(currency) ? '$' : ''}${amountsIn(currency)(value)} ${currency}`;
}

/** Without decimals that do not count: `2`, `1.5`. */
export const count = (value: Decimal): string => amount(value, 0);

/** The lines of a text that somebody typed. */
export const linesOf = (text: string): string[] => text.trim().split(/\r\n|\r|\n/);

/** `2026-11-18T10:15:00` with a blank in the middle. */
export const dateTime = (local: string): string => local.replace('T', ' ');

/**
 * A code with its words: `601 – General de Ley Personas Morales`; alone when it is unknown.
 * @param on the day of the document: a later name of the code is not in it
 */
export function coded(catalogName: string, code: string, on: CalendarDate): string {
  const words = described(catalogName, code, on);
  return words === undefined ? code : `${code} – ${words}`;
}

export function described(
  catalogName: string,
  code: string,
  on: CalendarDate | 'latest',
): string | undefined {
  return catalog(catalogName)?.get(code, on)?.description.replace(/\.$/, '');
}

/** A rate as people say it: `16 %`, `cuota 5.9295`, `exento`. */
export function rate(
  tipoFactor: string,
  tasaOCuota: Decimal | undefined,
  { exempt, quota }: Pick<PaperWords['item'], 'exempt' | 'quota'>,
): string {
  if (tasaOCuota === undefined) return exempt;
  if (tipoFactor === 'Cuota') return `${quota} ${count(tasaOCuota)}`;
  return `${tasaOCuota.times(hundred).trimmed()} %`;
}

/** Name of a federal tax (c_Impuesto): ISR, IVA, IEPS. */
export const taxName = (impuesto: string): string =>
  described('c_Impuesto', impuesto, 'latest') ?? impuesto;

export const optionalAmount = (value: Decimal | undefined): string | undefined =>
  value && amount(value);

export const optionalCoded = (
  catalogName: string,
  code: string | undefined,
  on: CalendarDate,
): string | undefined => (code === undefined ? undefined : coded(catalogName, code, on));

/** The day of a local date-time. */
export const dayOf = (local: string): CalendarDate => local.slice(0, 10);
