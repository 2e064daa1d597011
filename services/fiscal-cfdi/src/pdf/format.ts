import { catalog, Decimal } from '@timbre/fiscal';

const hundred = Decimal.from(100);

/** Grouped by thousands, with all decimals that count and at least two: `1,160.00`. */
export function amount(value: Decimal, decimalsMin = 2): string {
  const short = value.trimmed(decimalsMin);
  const text = (short.scale < decimalsMin ? short.round(decimalsMin) : short).toString();
  const [whole = '', decimals] = text.split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return decimals === undefined ? grouped : `${grouped}.${decimals}`;
}

const dollarCurrencies = new Set(['MXN', 'USD', 'CAD']);

/** An amount with its currency: `$1,160.00 MXN`. */
export function money(value: Decimal, currency: string): string {
  return `${dollarCurrencies.has(currency) ? '$' : ''}${amount(value)} ${currency}`;
}

export const count = (value: Decimal): string => amount(value, 0);

/** `2026-11-18T10:15:00` with a blank in the middle. */
export const dateTime = (local: string): string => local.replace('T', ' ');

/** A code with its words: `601 – General de Ley Personas Morales`; alone when nobody knows it. */
export function coded(catalogName: string, code: string): string {
  const words = described(catalogName, code);
  return words === undefined ? code : `${code} – ${words}`;
}

export function described(catalogName: string, code: string): string | undefined {
  return catalog(catalogName)?.get(code)?.description.replace(/\.$/, '');
}

/** A rate as people say it: `16 %`, `cuota 5.9295`, `exento`. */
export function rate(tipoFactor: string, tasaOCuota: Decimal | undefined): string {
  if (tasaOCuota === undefined) return tipoFactor.toLowerCase();
  if (tipoFactor === 'Cuota') return `cuota ${amount(tasaOCuota, 0)}`;
  return `${tasaOCuota.times(hundred).trimmed()} %`;
}

/** Name of a federal tax (c_Impuesto): ISR, IVA, IEPS. */
export const taxName = (impuesto: string): string => described('c_Impuesto', impuesto) ?? impuesto;

export const optionalAmount = (value: Decimal | undefined): string | undefined =>
  value && amount(value);

export const optionalCoded = (catalogName: string, code: string | undefined): string | undefined =>
  code === undefined ? undefined : coded(catalogName, code);
