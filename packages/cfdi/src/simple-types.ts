import { Decimal, isCalendarDate } from '@timbre/fiscal';

/**
 * The type of an attribute. `parse` converts text to the model's value, or returns `undefined` for malformed
 * text. `accepts` checks a value against the limits of the schema.
 */
export interface SimpleType<V> {
  readonly expected: string;
  /**
   * Whether the values of the type never contain a character that must be escaped or collapsed. This is true
   * for amounts and codes.
   */
  readonly plain: boolean;
  /**
   * Whether the schema preserves blanks, as in customs numbers. Blanks are nevertheless collapsed in the
   * cadena.
   */
  readonly keepsBlanks?: boolean;
  parse(text: string): V | undefined;
  accepts(value: V): boolean;
}

/**
 * Returns the type of text with `min` to `max` characters and without bars, because bars separate the fields
 * of the cadena.
 */
export function text(min: number, max: number): SimpleType<string> {
  return {
    expected: `text of ${min} to ${max} characters without "|"`,
    plain: false,
    parse: (value) => value,
    accepts: (value) => !value.includes('|') && inLength(value, min, max),
  };
}

// The schema counts characters, but JavaScript counts UTF-16 units. The exact count is needed only if the
// number of UTF-16 units exceeds the limit.
function inLength(value: string, min: number, max: number): boolean {
  if (value.length < min) return false;
  return value.length <= max || [...value].length <= max;
}

/** Returns the type of text with preserved blanks, for schema types that do not collapse blanks. */
export function blankText(min: number, max: number): SimpleType<string> {
  return { ...text(min, max), keepsBlanks: true };
}

/**
 * Returns the type of text with `min` to `max` characters that may contain bars, for schema types without a
 * pattern.
 */
export function openText(min: number, max: number): SimpleType<string> {
  return {
    expected: `text of ${min} to ${max} characters`,
    plain: false,
    parse: (value) => value,
    accepts: (value) => inLength(value, min, max),
  };
}

/**
 * Returns the type of text that matches the pattern as a whole.
 * @param expected the description of the pattern in messages
 */
export function pattern(expression: RegExp, expected: string): SimpleType<string> {
  const whole = new RegExp(`^(?:${expression.source})$`, 'u');
  return {
    expected,
    plain: false,
    parse: (value) => value,
    accepts: (value) => whole.test(value),
  };
}

/** The number pattern of amounts in the schemas: no sign, no exponent. */
const UNSIGNED = /^[0-9]{1,18}(\.[0-9]+)?$/;

/** Returns the type of an amount of at least zero (or `least`) with at most `decimals` decimals. */
export function amount(decimals: number, least: Decimal = Decimal.zero): SimpleType<Decimal> {
  const isEnough = least.isZero()
    ? (value: Decimal) => !value.isNegative()
    : (value: Decimal) => value.greaterOrEqual(least);
  return {
    expected: `a number of at least ${least.toString()} with at most ${decimals} decimals`,
    plain: true,
    parse: (value) => (UNSIGNED.test(value) ? Decimal.parse(value) : undefined),
    accepts: (value) => value.scale <= decimals && isEnough(value),
  };
}

/**
 * The pattern of numbers for schema types that define no pattern: a sign is allowed, and digits on one side
 * of the point are enough.
 */
const OPEN = /^([+-]?)(?:([0-9]{1,18})(?:\.([0-9]*))?|\.([0-9]+))$/;

function parseOpen(text: string): Decimal | undefined {
  if (UNSIGNED.test(text)) return Decimal.parse(text);
  const [all, sign, whole = '0', fraction, bare] = OPEN.exec(text) ?? [];
  if (all === undefined) return undefined;
  return Decimal.parse(`${sign === '-' ? '-' : ''}${whole}.${fraction || bare || '0'}`);
}

/** Returns the type of an amount of at least `least` in any notation that `OPEN` matches. */
export function openAmount(decimals: number, least: Decimal = Decimal.zero): SimpleType<Decimal> {
  return {
    ...amount(decimals, least),
    parse: parseOpen,
    accepts: (value) => value.trimmed().scale <= decimals && value.greaterOrEqual(least),
  };
}

/** Returns the type of an integer within bounds. */
export function integer(min: number, max: number): SimpleType<number> {
  return {
    expected: `a whole number from ${min} to ${max}`,
    plain: true,
    parse: (value) => (/^\+?[0-9]{1,9}$/.test(value) ? Number(value) : undefined),
    accepts: (value) => Number.isInteger(value) && value >= min && value <= max,
  };
}

/** Returns the type of an integer of at least 1, without leading zeros or a sign. */
export function count(max: number): SimpleType<number> {
  const bounded = integer(1, max);
  return {
    ...bounded,
    parse: (value) => (/^[1-9]/.test(value) ? bounded.parse(value) : undefined),
  };
}

/**
 * Returns the type of a signed amount with at most `decimals` decimals (for the old complement of local
 * taxes).
 */
export function signedAmount(decimals: number): SimpleType<Decimal> {
  return {
    expected: `a number with at most ${decimals} decimals`,
    plain: true,
    parse: parseOpen,
    accepts: (value) => value.trimmed().scale <= decimals,
  };
}

/**
 * The type of any text, even an empty text, for attributes that the schema does not restrict, such as seals
 * and certificates. The verification of the seal checks these attributes afterwards.
 */
export const anyText = openText(0, Infinity);

const BASE64 =
  /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?$/;

/**
 * The type of bytes in base64 with padding, like `xs:base64Binary`. Blanks are allowed, but surplus bits are
 * not allowed.
 */
export const base64Binary: SimpleType<string> = {
  expected: 'base64 with padding',
  plain: false,
  parse: (value) => value,
  accepts: (value) => BASE64.test(value.replaceAll(' ', '')),
};

export const importe = amount(6);
export const importeMxn = amount(2);
export const positive = openAmount(6, Decimal.from('0.000001'));
export const tasa = openAmount(6);

export const rfc = pattern(
  /[A-Z&Ñ]{3,4}[0-9]{2}(0[1-9]|1[012])(0[1-9]|[12][0-9]|3[01])[A-Z0-9]{2}[0-9A]/,
  'an RFC of 12 or 13 characters',
);
/** The RFC of a company, such as a bank or a PAC. */
export const companyRfc = pattern(
  /[A-Z&Ñ]{3}[0-9]{2}(0[1-9]|1[012])(0[1-9]|[12][0-9]|3[01])[A-Z0-9]{2}[0-9A]/,
  'an RFC of 12 characters',
);
export const companyOrForeignRfc = pattern(
  /XEXX010101000|[A-Z&Ñ]{3}[0-9]{2}(0[1-9]|1[012])(0[1-9]|[12][0-9]|3[01])[A-Z0-9]{2}[0-9A]/,
  'an RFC of 12 characters or XEXX010101000',
);
export const curp = pattern(
  /[A-Z][AEIOUX][A-Z]{2}[0-9]{2}(0[1-9]|1[012])(0[1-9]|[12][0-9]|3[01])[MHX]([ABCMTZ]S|[BCJMOT]C|[CNPST]L|[GNQ]T|[GQS]R|C[MH]|[MY]N|[DH]G|NE|VZ|DF|SP)[BCDFGHJ-NP-TV-Z]{3}[0-9A-Z][0-9]/,
  'a CURP of 18 characters',
);
export const uuid = pattern(/[a-fA-F0-9]{8}(-[a-fA-F0-9]{4}){3}-[a-fA-F0-9]{12}/, 'a UUID');
export const postalCode = pattern(/[0-9]{5}/, 'a postal code of 5 digits');
export const certificateNumber = pattern(/[0-9]{20}/, 'a certificate number of 20 digits');
/**
 * Restricts a type to dates that exist. The schema's pattern allows 30 February, but its base type does not.
 */
function dated(shape: SimpleType<string>): SimpleType<string> {
  return {
    ...shape,
    accepts: (value) => shape.accepts(value) && isCalendarDate(value.slice(0, 10)),
  };
}

export const date = dated(pattern(/(19|20)[0-9]{2}-[0-9]{2}-[0-9]{2}/, 'a date AAAA-MM-DD'));
export const localDateTime = dated(
  pattern(
    /20[1-9][0-9]-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]/,
    'a local date and time AAAA-MM-DDThh:mm:ss',
  ),
);
export const pedimento: SimpleType<string> = {
  ...pattern(/[0-9]{2} {2}[0-9]{2} {2}[0-9]{4} {2}[0-9]{7}/, 'a pedimento of 21 characters'),
  keepsBlanks: true,
};

/**
 * Returns the type of a catalogue code, which checks only the format. The tables of `@timbre/fiscal`
 * determine whether a code is in force.
 */
export function code(min: number, max: number = min): SimpleType<string> {
  const length = min === max ? `${min}` : `${min} to ${max}`;
  return pattern(new RegExp(`[A-Za-z0-9]{${min},${max}}`), `a code of ${length} characters`);
}
