import { Decimal, isCalendarDate } from '@timbre/fiscal';

/**
 * What one attribute may hold. `parse` turns its text into the model's value and gives `undefined`
 * for text that is not one; `accepts` says whether a value keeps the schema's limits.
 */
export interface SimpleType<V> {
  readonly expected: string;
  /** Amounts and codes never hold a character that XML or the cadena would change. */
  readonly plain: boolean;
  /** The schema keeps its blanks (pedimento numbers), while the cadena still collapses them. */
  readonly keepsBlanks?: boolean;
  parse(text: string): V | undefined;
  accepts(value: V): boolean;
}

/** Text of `min` to `max` characters. The bar separates the fields of the cadena: not allowed. */
export function text(min: number, max: number): SimpleType<string> {
  return {
    expected: `text of ${min} to ${max} characters without "|"`,
    plain: false,
    parse: (value) => value,
    accepts: (value) => !value.includes('|') && inLength(value, min, max),
  };
}

// The schema counts characters, JavaScript counts UTF-16 units: they differ only past the limit.
function inLength(value: string, min: number, max: number): boolean {
  if (value.length < min) return false;
  return value.length <= max || [...value].length <= max;
}

/** Text whose blanks count, as in a type of the schema that does not collapse them. */
export function blankText(min: number, max: number): SimpleType<string> {
  return { ...text(min, max), keepsBlanks: true };
}

/** Text of `min` to `max` characters, the bar too: of types that have no pattern. */
export function openText(min: number, max: number): SimpleType<string> {
  return {
    expected: `text of ${min} to ${max} characters`,
    plain: false,
    parse: (value) => value,
    accepts: (value) => inLength(value, min, max),
  };
}

/** Text that fits a whole pattern; `expected` says it in words. */
export function pattern(expression: RegExp, expected: string): SimpleType<string> {
  const whole = new RegExp(`^(?:${expression.source})$`, 'u');
  return {
    expected,
    plain: false,
    parse: (value) => value,
    accepts: (value) => whole.test(value),
  };
}

/** Pattern of a number as the schemas write amounts: no sign, no exponent. */
const UNSIGNED = /^[0-9]{1,18}(\.[0-9]+)?$/;

/** An amount of zero or more with at most `decimals` decimals; `least` raises the lower bound. */
export function amount(decimals: number, least: Decimal = Decimal.zero): SimpleType<Decimal> {
  const isEnough = least.isZero()
    ? (value: Decimal) => !value.isNegative()
    : (value: Decimal) => value.greaterOrEqual(least);
  return {
    expected: `number of at least ${least.toString()} with at most ${decimals} decimals`,
    plain: true,
    parse: (value) => (UNSIGNED.test(value) ? Decimal.parse(value) : undefined),
    accepts: (value) => value.scale <= decimals && isEnough(value),
  };
}

/** How types without a pattern write a number: with a sign, or digits on one side of the point. */
const OPEN = /^([+-]?)(?:([0-9]{1,18})(?:\.([0-9]*))?|\.([0-9]+))$/;

function parseOpen(text: string): Decimal | undefined {
  if (UNSIGNED.test(text)) return Decimal.parse(text);
  const [all, sign, whole = '0', fraction, bare] = OPEN.exec(text) ?? [];
  if (all === undefined) return undefined;
  return Decimal.parse(`${sign === '-' ? '-' : ''}${whole}.${fraction || bare || '0'}`);
}

/** An amount whose type in the schema bounds the value and not how it is written. */
export function openAmount(decimals: number, least: Decimal = Decimal.zero): SimpleType<Decimal> {
  return {
    ...amount(decimals, least),
    parse: parseOpen,
    accepts: (value) => value.trimmed().scale <= decimals && value.greaterOrEqual(least),
  };
}

/** A whole number within bounds. */
export function integer(min: number, max: number): SimpleType<number> {
  return {
    expected: `whole number from ${min} to ${max}`,
    plain: true,
    parse: (value) => (/^\+?[0-9]{1,9}$/.test(value) ? Number(value) : undefined),
    accepts: (value) => Number.isInteger(value) && value >= min && value <= max,
  };
}

/** A whole number from 1 whose pattern allows neither zeros nor a sign before it. */
export function count(max: number): SimpleType<number> {
  const bounded = integer(1, max);
  return {
    ...bounded,
    parse: (value) => (/^[1-9]/.test(value) ? bounded.parse(value) : undefined),
  };
}

/** A signed amount with at most `decimals` decimals (the old complement of local taxes). */
export function signedAmount(decimals: number): SimpleType<Decimal> {
  return {
    expected: `number with at most ${decimals} decimals`,
    plain: true,
    parse: parseOpen,
    accepts: (value) => value.trimmed().scale <= decimals,
  };
}

/**
 * Any text, even none: what the schema leaves open (seals, certificates). That a seal is one, is
 * for its verification to say.
 */
export const anyText = openText(0, Infinity);

export const importe = amount(6);
export const importeMxn = amount(2);
export const positive = openAmount(6, Decimal.from('0.000001'));
export const tasa = openAmount(6);

export const rfc = pattern(
  /[A-Z&Ñ]{3,4}[0-9]{2}(0[1-9]|1[012])(0[1-9]|[12][0-9]|3[01])[A-Z0-9]{2}[0-9A]/,
  'RFC of 12 or 13 characters',
);
/** Banks and PACs are companies. */
export const companyRfc = pattern(
  /[A-Z&Ñ]{3}[0-9]{2}(0[1-9]|1[012])(0[1-9]|[12][0-9]|3[01])[A-Z0-9]{2}[0-9A]/,
  'RFC of 12 characters',
);
export const companyOrForeignRfc = pattern(
  /XEXX010101000|[A-Z&Ñ]{3}[0-9]{2}(0[1-9]|1[012])(0[1-9]|[12][0-9]|3[01])[A-Z0-9]{2}[0-9A]/,
  'RFC of 12 characters or XEXX010101000',
);
export const curp = pattern(
  /[A-Z][AEIOUX][A-Z]{2}[0-9]{2}(0[1-9]|1[012])(0[1-9]|[12][0-9]|3[01])[MHX]([ABCMTZ]S|[BCJMOT]C|[CNPST]L|[GNQ]T|[GQS]R|C[MH]|[MY]N|[DH]G|NE|VZ|DF|SP)[BCDFGHJ-NP-TV-Z]{3}[0-9A-Z][0-9]/,
  'CURP of 18 characters',
);
export const uuid = pattern(/[a-fA-F0-9]{8}(-[a-fA-F0-9]{4}){3}-[a-fA-F0-9]{12}/, 'UUID');
export const postalCode = pattern(/[0-9]{5}/, 'postal code of 5 digits');
export const certificateNumber = pattern(/[0-9]{20}/, 'certificate number of 20 digits');
/** The schema's pattern lets 30 February pass, its base type does not. */
function dated(shape: SimpleType<string>): SimpleType<string> {
  return {
    ...shape,
    accepts: (value) => shape.accepts(value) && isCalendarDate(value.slice(0, 10)),
  };
}

export const date = dated(pattern(/(19|20)[0-9]{2}-[0-9]{2}-[0-9]{2}/, 'date AAAA-MM-DD'));
export const localDateTime = dated(
  pattern(
    /20[1-9][0-9]-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]/,
    'local date and time AAAA-MM-DDThh:mm:ss',
  ),
);
export const pedimento: SimpleType<string> = {
  ...pattern(/[0-9]{2} {2}[0-9]{2} {2}[0-9]{4} {2}[0-9]{7}/, 'pedimento of 21 characters'),
  keepsBlanks: true,
};

/** A catalogue code: its shape only. The tables of `@timbre/fiscal` say which are in force. */
export function code(min: number, max: number = min): SimpleType<string> {
  const length = min === max ? `${min}` : `${min} to ${max}`;
  return pattern(new RegExp(`[A-Za-z0-9]{${min},${max}}`), `code of ${length} characters`);
}
