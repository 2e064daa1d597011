import { isCalendarDate } from '@timbre/fiscal';

/** Returns whether the text of an attribute is valid for its type. */
type Test = (value: string) => boolean;

/** A type of the schema, and whether it keeps white space instead of collapsing it. */
export interface Type {
  readonly test: Test;
  readonly keepsBlanks?: true;
}

const MONTH_DAY = '(0[1-9]|1[0-2])(0[1-9]|[12][0-9]|3[01])';
const COMPANY = `[A-ZÑ&]{3}[0-9]{2}${MONTH_DAY}[A-Z0-9]{2}[0-9A]`;
const UUID = '[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}';

function like(pattern: string): Type {
  const whole = new RegExp(`^(?:${pattern})$`, 'u');
  return { test: (value) => whole.test(value) };
}

/**
 * Builds a type `xs:decimal` with at most `decimals` significant decimals, for numbers above zero, from
 * zero, or with any sign. Leading zeros do not count as digits.
 */
function decimal(decimals: number, range: 'above' | 'from' | 'any'): Type {
  const written = new RegExp(`^[+-]?(?=\\.?[0-9])0*[0-9]{0,18}(?:\\.[0-9]{0,${decimals}}0*)?$`);
  return {
    test: (value) => {
      if (!written.test(value)) return false;
      const isZero = !/[1-9]/.test(value);
      if (range === 'any') return true;
      return range === 'above' ? !isZero && value[0] !== '-' : isZero || value[0] !== '-';
    },
  };
}

function whole(min: number, max: number): Type {
  return {
    test: (value) =>
      /^\+?0*[0-9]{1,10}$/.test(value) && Number(value) >= min && Number(value) <= max,
  };
}

/**
 * Builds a type `xs:decimal` with at most `decimals` significant decimals, for numbers above zero up to a
 * maximum.
 */
function portion(decimals: number, max: number): Type {
  const { test } = decimal(decimals, 'above');
  return { test: (value) => test(value) && Number(value) <= max };
}

/** Builds a type `xs:decimal` with a lower and an upper bound. */
function between(min: number, max: number): Type {
  return {
    test: (value) =>
      /^[+-]?(?=\.?[0-9])0*[0-9]{0,18}(?:\.[0-9]*)?$/.test(value) &&
      Number(value) >= min &&
      Number(value) <= max,
  };
}

function dated({ test }: Type): Type {
  return { test: (value) => test(value) && isCalendarDate(value.slice(0, 10)) };
}

const MXN = like('[0-9]{1,18}(\\.[0-9]{1,2})?');
const INT_MAX = 2_147_483_647;

/** Matches an xs:base64Binary, which is padded and has no bits beyond the last byte. */
const BASE64 =
  /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=|[A-Za-z0-9+/][AQgw]==)?$/;

/** Matches the time of an xs:dateTime. */
const CLOCK = 'T(?:(?:[01][0-9]|2[0-3])(?::[0-5][0-9]){2}(?:\\.[0-9]+)?|24:00:00(?:\\.0+)?)';
const ZONE = 'Z|[+-](?:(?:0[0-9]|1[0-3]):[0-5][0-9]|14:00)';

/**
 * Builds a type `xs:date`, or `xs:dateTime` with this time pattern. The year has four or more digits and
 * can be negative, and a time zone can follow.
 */
function xsDate(time: string): Type {
  const written = new RegExp(
    `^-?([0-9]{4}|[1-9][0-9]{4,})-([0-9]{2}-[0-9]{2})${time}(?:${ZONE})?$`,
  );
  return {
    test: (value) => {
      const [, year = '0', day = ''] = written.exec(value) ?? [];
      // The Gregorian calendar repeats itself every 400 years, so the year is reduced before the date is
      // checked. There is no year zero.
      return (
        /[1-9]/.test(year) && isCalendarDate(`${2000 + (Number(year.slice(-4)) % 400)}-${day}`)
      );
    },
  };
}

/** The types of tdCFDI.xsd and the anonymous types of each schema, read 2026-11-23. */
const named: Readonly<Record<string, Type>> = {
  any: { test: () => true },
  some: like('[^]+'),
  base64: { test: (value) => BASE64.test(value.replaceAll(' ', '')) },
  importe: like('[0-9]{1,18}(\\.[0-9]{1,6})?'),
  mxn: MXN,
  positive: decimal(6, 'above'),
  rate: decimal(6, 'from'),
  equivalence: decimal(10, 'above'),
  local: decimal(2, 'any'),
  six: decimal(6, 'any'),
  committee: like('Ejecutivo Nacional|Ejecutivo Estatal|Directivo Estatal'),
  state32: like('0[1-9]|[12][0-9]|3[0-2]'),
  country: like('[A-ZÑ]{3}'),
  rfc: like(`[A-ZÑ&]?${COMPANY}`),
  company: like(COMPANY),
  bank: like(`XEXX010101000|${COMPANY}`),
  curp: like(
    `[A-Z][AEIOUX][A-Z]{2}[0-9]{2}${MONTH_DAY}[MHX]` +
      '([ABCMTZ]S|[BCJMOT]C|[CNPST]L|[GNQ]T|[GQS]R|C[MH]|[MY]N|[DH]G|NE|VZ|DF|SP)' +
      '[BCDFGHJ-NP-TV-Z]{3}[0-9A-Z][0-9]',
  ),
  // The type for the CURP of a pupil in the complement iedu. The pattern in iedu.xsd is older than the list
  // of states in a CURP, so it accepts any two letters for the state.
  pupil: like(
    '[A-Z][A,EIOUX][A-Z]{2}[0-9]{2}[01][0-9][0-3][0-9][M,HX][A-Z]{2}[,BCDFGHJ-NÑP-TV-Z]{3}[0-9,A-Z][0-9]',
  ),
  schoolLevel: like(
    'Preescolar|Primaria|Secundaria|Profesional técnico|Bachillerato o su equivalente',
  ),
  payer: like('(?=.{12,13}$)[A-Z,Ñ&]{3,4}[0-9]{2}[01][0-9][0-3][0-9][A-Z,0-9]{0,3}'),
  uuid: like(UUID),
  idCcp: like('CCC[0-9A-Fa-f]{5}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}'),
  stop: like('(OR|DE)[0-9]{6}'),
  imo: like('IMO[0-9]{7}'),
  aircraft: like('[A-Z0-9-]{5,11}'),
  // The keys of c_ClaveProdServCP, which are the keys of c_ClaveProdServ that are not services.
  goods: like('01010101|[1-6][0-9]{7}'),
  kilometers: between(0.01, 99_999),
  weight: decimal(3, 'above'),
  tonnes: decimal(2, 'above'),
  dollars: like('[0-9]{1,16}(\\.[0-9]{1,4})?'),
  dimensions: like('([0-9]{1,3}/){2}[0-9]{1,3}(cm|plg)'),
  // The pattern in the SAT's schema is a character class, so it forbids blanks, hyphens and these marks.
  plate: like('[^(?!.*\\s)-]{5,7}'),
  modelYear: like('(19|20)[0-9]{2}'),
  document: like(`${UUID}|[0-9]{3}-[0-9]{2}-[0-9]{9}`),
  date: dated(like('(19|20)[0-9]{2}-[0-9]{2}-[0-9]{2}')),
  time: dated(like('20[1-9][0-9]-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3])(:[0-5][0-9]){2}')),
  pedimento: { ...like('[0-9]{2}  [0-9]{2}  [0-9]{4}  [0-9]{7}'), keepsBlanks: true },
  predial: like('[0-9A-Za-z]{1,150}'),
  account: like('[A-Z0-9_]{10,50}'),
  confirmation: like('[0-9A-Za-z]{5}'),
  folio: like('[0-9A-Za-z]{1,20}'),
  partial: like('[1-9][0-9]{0,2}'),
  year: whole(2019, 32_767),
  balanceYear: whole(2016, 32_767),
  count: whole(1, INT_MAX),
  serviceYears: whole(0, 99),
  paidDays: {
    test: (value) =>
      /^([1-9][0-9]{0,4}|0)(\.[0-9]{3})?$/.test(value) &&
      Number(value) > 0 &&
      Number(value) <= 36_160,
  },
  share: {
    test: (value) =>
      /^[0-9]{1,3}(\.[0-9]{1,3})?$/.test(value) && Number(value) > 0 && Number(value) <= 100,
  },
  seniority: like(
    'P(([1-9][0-9]{0,3})|0)W|P([1-9][0-9]?Y)?(([1-9]|1[012])M)?(0|[1-9]|[12][0-9]|3[01])D',
  ),
  period: like('20[0-9]{2}'),
  // The following types belong to the complements of withholding documents.
  pointed: like('[0-9]{1,3}\\.[0-9]{1,6}'),
  dividendCompany: like('Sociedad (Nacional|Extranjera)'),
  person: like(`[A-ZÑ&]${COMPANY}`),
  platformRate: like('0+(\\.(160*|080*|50*|0+))?'),
  commissionRate: {
    test: (value) =>
      /^[0-9]*(\.[0-9]{0,3}0*)?$/.test(value) && Number(value) >= 0.001 && Number(value) <= 1,
  },
  month: like('0[1-9]|1[0-2]'),
  legend: like('[A-Za-z0-9 Ññ!"%&\'´\\-:;>=<@_,{}`~áéíóúÁÉÍÓÚüÜ]{12,150}'),
  // The following types belong to the complements that the API accepts only as XML (raw-complements.ts).
  number: between(-Infinity, Infinity),
  token: like('[-.:_\\p{L}\\p{M}\\p{Nd}·]+'),
  anyDate: xsDate(''),
  anyTime: xsDate(CLOCK),
  day: dated(like('[0-9]{4}-[0-9]{2}-[0-9]{2}')),
  lineNumber: like('[+-]?0*[0-9]{1,5}'),
  carYear: whole(1900, INT_MAX),
  truckRfc: like('[A-Z,Ñ&]{3,4}[0-9]{2}[01][0-9][0-3][0-9][A-Z,0-9]{3}'),
  certificateSeries: like('SERIE [A-E]'),
  wallet: like('monedero electrónico'),
  picKey: like(
    '(?=.{25}$)[A-ZÑ&]{3}[0-9]{2}[01][0-9][0-3][0-9][A-Z0-9]{1,3}-' +
      `(18|19|20)\\p{Nd}{2}${MONTH_DAY}-[0-9]{3}`,
  ),
  donationFolio: like('PE-[0-9]{2}-[0-9]{5}'),
  // In the schemas' patterns for fuels, the point matches any character, so a digit is accepted instead of
  // the point.
  exactLitres: like('(?=.*[1-9])[0-9]{1,14}[.0-9][0-9]{3}'),
  litres: like('(?=.*[1-9])[0-9]{1,14}[.0-9][0-9]{1,3}'),
  fuelTax: like('(?=.*[1-9])[0-9]{1,14}[.0-9][0-9]{1,2}'),
  fuelAmount: like('[0-9]{1,14}[.0-9][0-9]{1,2}'),
  expenseShare: portion(3, 99.999),
  incomeShare: portion(3, 100),
  subActivity: like('0(0[1-9]|[12][0-9]|3[0-9])'),
  task: like('0(?!000)(0[0-9]{2}|1[0-4][0-9]|15[0-5])'),
};

/**
 * These types limit the length of a text. `text25` has 1 to 25 characters without bars, `open40` has 1 to
 * 40 characters and may contain bars, `code3` is a code.
 */
const sized: Readonly<Record<string, (min: number, max: number) => Type>> = {
  text: (min, max) => like(`[^|]{${min},${max}}`),
  open: (min, max) => like(`[^]{${min},${max}}`),
  code: (min, max) => like(`[0-9A-Za-z]{${min},${max}}`),
  digits: (min, max) => like(`[0-9]{${min},${max}}`),
};
/**
 * For these types, a single number in the definition is the exact length. For all other types, a single
 * number is the maximum length.
 */
const EXACT = new Set(['code', 'digits']);

const literal = /^'(.*)'$/;
const withSize = /^([a-z]+)(\d+)(?:-(\d+))?$/;

/**
 * Returns the type with this name. If the name begins with `_`, the type keeps white space. Throws a
 * RangeError if the name is unknown.
 */
export function typeNamed(name: string): Type {
  if (name.startsWith('_')) return { ...typeNamed(name.slice(1)), keepsBlanks: true };
  const [, text] = literal.exec(name) ?? [];
  if (text !== undefined) {
    const allowed = text.split('|');
    return { test: (value) => allowed.includes(value) };
  }
  const known = named[name];
  if (known) return known;
  const [, kind = '', first, last] = withSize.exec(name) ?? [];
  const build = sized[kind];
  if (!build) throw new RangeError(`no type ${name}`);
  const max = Number(last ?? first);
  return build(last !== undefined || EXACT.has(kind) ? Number(first) : 1, max);
}
