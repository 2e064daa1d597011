import { Decimal } from '@timbre/fiscal';

/** The maximum number of decimals of amounts and quantities. */
const scaleMax = 6;
/**
 * The maximum number of significant digits. Excel shows and stores fifteen significant digits, so further
 * digits would only be the rounding error of a double.
 */
const digitsMax = 15;
/**
 * The maximum exponent of a number. No amount has more digits, and the limit restricts the zeros that an
 * exponent adds.
 */
const exponentMax = 30;

/**
 * Returns the number in a cell as plain decimal text, computed without floating point. All digits of the
 * integer part are preserved, because the number may be a code. The fraction is rounded half up to six
 * decimals and fifteen significant digits.
 * @returns undefined if the text is not a number
 */
export function plainNumber(text: string): string | undefined {
  const match = /^([-+]?)(\d{1,40})?(?:\.(\d{1,400}))?(?:[eE]([-+]?\d{1,4}))?$/.exec(text);
  if (!match) return undefined;
  const [, sign, whole = '', fraction = '', exponentText = '0'] = match;
  const exponent = Number(exponentText);
  if (whole + fraction === '' || Math.abs(exponent) > exponentMax) return undefined;
  const digits = `${whole}${fraction.slice(0, 60)}`.padEnd(whole.length + exponent, '0');
  const shift = Math.max(1 - whole.length - exponent, 0);
  const padded = '0'.repeat(shift) + digits;
  const point = whole.length + exponent + shift;
  const plain = `${sign === '-' ? '-' : ''}${padded.slice(0, point)}.${padded.slice(point)}0`;
  const value = Decimal.from(plain);
  const wholeDigits = padded.slice(0, point).replace(/^0+/, '').length;
  const scale = Math.min(scaleMax, Math.max(digitsMax - wholeDigits, 0));
  return value.round(scale).trimmed().toString().replace(/^-0$/, '0');
}

const daySeconds = 86_400;
const unixEpoch = { 1900: 25_569, 1904: 24_107 };

/**
 * Returns the date, time or instant of a number with a date format, as `2026-11-23`, `08:30:00` or
 * `2026-11-23T08:30:00`.
 * @param epoch the first year of the workbook's day count: from the end of 1899, or from 1904
 * @returns undefined if the number is not a date, or if the date is before 1900
 */
export function dateOf(text: string, epoch: 1900 | 1904): string | undefined {
  const serial = Number(text);
  if (!Number.isFinite(serial) || serial < 0 || serial >= 2_958_466) return undefined;
  // Excel treats 1900 as a leap year, so its days before March 1900 are off by one day.
  const days = epoch === 1900 && serial >= 1 && serial < 60 ? serial + 1 : serial;
  const seconds = Math.round((days - unixEpoch[epoch]) * daySeconds);
  const iso = new Date(seconds * 1_000).toISOString().slice(0, 19);
  if (serial < 1) return iso.slice(11);
  return iso.endsWith('T00:00:00') ? iso.slice(0, 10) : iso;
}

/**
 * Whether a built-in number format is a date or time format (ECMA-376 18.8.30), including the formats for
 * Asia.
 */
const isBuiltInDate = (id: number): boolean =>
  (id >= 14 && id <= 22) ||
  (id >= 27 && id <= 36) ||
  (id >= 45 && id <= 47) ||
  (id >= 50 && id <= 58);

/** How a number format displays a number. */
export type NumberFormat = { kind: 'number' | 'date' } | { kind: 'zeros'; width: number };

/**
 * Parses a number format. A date format has date letters outside quotes and brackets. A number format of
 * only zeros (00000) displays a code, such as a postal code, with its leading zeros.
 */
export function numberFormat(id: number, code: string | undefined): NumberFormat {
  if (code === undefined) return { kind: isBuiltInDate(id) ? 'date' : 'number' };
  if (/^0{2,20}$/.test(code)) return { kind: 'zeros', width: code.length };
  const bare = code.replace(/"[^"]*"|\\.|_.|\*./g, '');
  const isElapsed = /\[(?:h+|m+|s+)\]/i.test(bare);
  const isDate =
    isElapsed || /[dmyhs]/i.test(bare.replace(/\[[^\]]*\]/g, '').replace(/general/i, ''));
  return { kind: isDate ? 'date' : 'number' };
}
