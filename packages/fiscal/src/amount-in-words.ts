import { decimalsOf } from './currency';
import { Decimal } from './decimal';

/**
 * The Spanish names of a currency in a printed total: singular, plural and the ending after the
 * cents.
 */
const currencyNames: Record<string, [one: string, many: string, ending: string]> = {
  MXN: ['PESO', 'PESOS', 'M.N.'],
  USD: ['DÓLAR', 'DÓLARES', 'USD'],
  EUR: ['EURO', 'EUROS', 'EUR'],
  CAD: ['DÓLAR CANADIENSE', 'DÓLARES CANADIENSES', 'CAD'],
  JPY: ['YEN', 'YENES', 'JPY'],
  CHF: ['FRANCO SUIZO', 'FRANCOS SUIZOS', 'CHF'],
};

const amountMax = Decimal.from('999999999999.99');

/**
 * Returns a total in Spanish words, as on a printed invoice, such as "MIL CIENTO SESENTA PESOS
 * 00/100 M.N." A currency without a name appears only as its code after the cents. For a currency
 * without cents, such as the yen, the text contains no cents. The total is rounded half up to the
 * smallest unit.
 * @throws RangeError for an amount below zero or above 999,999,999,999.99
 */
export function amountInWords(amount: Decimal, currency = 'MXN'): string {
  const { units, part } = saidParts(amount, currency);
  const [one, many, ending] = currencyNames[currency] ?? ['', '', currency];
  // In Spanish, "uno" becomes "un" only before a noun, as in "un peso".
  const words = many === '' ? alone(units) : beforeNoun(units);
  // In Spanish, only whole millions require the preposition "de": "un millón de pesos", but "un
  // millón un pesos".
  const link = many !== '' && units >= 1_000_000 && units % 1_000_000 === 0 ? 'DE' : '';
  const noun = units === 1 ? one : many;
  return [words, link, noun, part, ending].filter((each) => each !== '').join(' ');
}

/** Returns the whole units, and the remainder as a fraction of a unit, such as `16/100`. */
export function saidParts(amount: Decimal, currency: string): { units: number; part: string } {
  const decimals = decimalsOf(currency);
  const rounded = amount.round(decimals);
  if (rounded.isNegative() || rounded.greaterThan(amountMax)) {
    throw new RangeError(`the amount ${amount} is out of range for words`);
  }
  const [whole = '', cents = ''] = rounded.toString().split('.');
  const part = decimals === 0 ? '' : `${cents}/1${'0'.repeat(decimals)}`;
  return { units: Number(whole), part };
}

const small = (
  'CERO UN DOS TRES CUATRO CINCO SEIS SIETE OCHO NUEVE DIEZ ONCE DOCE TRECE CATORCE QUINCE ' +
  'DIECISÉIS DIECISIETE DIECIOCHO DIECINUEVE VEINTE VEINTIÚN VEINTIDÓS VEINTITRÉS VEINTICUATRO ' +
  'VEINTICINCO VEINTISÉIS VEINTISIETE VEINTIOCHO VEINTINUEVE'
).split(' ');
const tens = '- - - TREINTA CUARENTA CINCUENTA SESENTA SETENTA OCHENTA NOVENTA'.split(' ');
const hundreds = (
  '- CIENTO DOSCIENTOS TRESCIENTOS CUATROCIENTOS QUINIENTOS SEISCIENTOS SETECIENTOS ' +
  'OCHOCIENTOS NOVECIENTOS'
).split(' ');

function beforeNoun(value: number): string {
  if (value === 0) return 'CERO';
  const millions = Math.floor(value / 1_000_000);
  const rest = belowMillion(value % 1_000_000);
  if (millions === 0) return rest;
  const head = millions === 1 ? 'UN MILLÓN' : `${belowMillion(millions)} MILLONES`;
  return joined(head, rest);
}

function alone(value: number): string {
  return beforeNoun(value)
    .replace(/VEINTIÚN$/, 'VEINTIUNO')
    .replace(/\bUN$/, 'UNO');
}

/**
 * Returns the words for 0 to 999,999; empty for zero, because larger numbers are composed of parts.
 */
function belowMillion(value: number): string {
  const thousands = Math.floor(value / 1000);
  const rest = belowThousand(value % 1000);
  if (thousands === 0) return rest;
  return joined(thousands === 1 ? 'MIL' : `${belowThousand(thousands)} MIL`, rest);
}

function belowThousand(value: number): string {
  if (value === 100) return 'CIEN';
  const hundred = value >= 100 ? hundreds[Math.floor(value / 100)] : '';
  return joined(hundred ?? '', belowHundred(value % 100));
}

function belowHundred(value: number): string {
  if (value === 0) return '';
  if (value < 30) return small[value] ?? '';
  const ten = tens[Math.floor(value / 10)] ?? '';
  return value % 10 === 0 ? ten : `${ten} Y ${small[value % 10]}`;
}

function joined(head: string, rest: string): string {
  return head === '' || rest === '' ? head + rest : `${head} ${rest}`;
}
