import { Decimal, isCalendarDate } from '@timbre/fiscal';
import {
  importe,
  localDateTime,
  openAmount,
  openText,
  pattern,
  pedimento,
  postalCode,
  rfc,
  signedAmount,
  text,
  uuid,
} from './simple-types';
import type { SimpleType } from './simple-types';

/**
 * The key of the message that states the expected value, and the values for the placeholders in the
 * message.
 */
export interface Expectation {
  readonly key:
    | 'xml_form'
    | 'xml_number'
    | 'xml_number_any'
    | 'xml_number_between'
    | 'xml_number_dotted'
    | 'xml_number_least'
    | 'xml_text_barless'
    | 'xml_text_between'
    | 'xml_text_empty'
    | 'xml_text_length'
    | 'xml_word'
    | 'xml_words';
  readonly values: Readonly<Record<string, string>>;
}

/** The type of an attribute or of a text. */
export interface ValueType {
  readonly expectation: Expectation;
  /**
   * Whether the text is a value of the type; blanks are already collapsed if the schema collapses them.
   */
  accepts(text: string): boolean;
}

function valueType<V>(
  { parse, accepts }: SimpleType<V>,
  key: Expectation['key'],
  values: Expectation['values'] = {},
): ValueType {
  const isAccepted = (written: string): boolean => {
    const value = parse(written);
    return value !== undefined && accepts(value);
  };
  return { expectation: { key, values }, accepts: isAccepted };
}

/** The optional zone after a date or time, which a schema type without a pattern allows. */
const ZONE = /(Z|[+-](0[0-9]|1[0-3]):[0-5][0-9]|[+-]14:00)?/.source;
const DATE = /(?!0000)[0-9]{4}-[0-9]{2}-[0-9]{2}/.source;
const TIME = /(([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\.[0-9]+)?|24:00:00(\.0+)?)/.source;

function dated(source: string): SimpleType<string> {
  const shape = pattern(new RegExp(source), '');
  return {
    ...shape,
    accepts: (value) => shape.accepts(value) && isCalendarDate(value.slice(0, 10)),
  };
}

/** Types with a fixed format, each with an example for messages. */
const forms: Readonly<Record<string, readonly [RegExp | SimpleType<string>, example: string]>> = {
  rfc: [rfc, 'AAA010101AAA'],
  // The patterns of these older schemas also allow a comma in some places.
  wideRfc: [/[A-Z,Ñ&]{3,4}[0-9]{2}[01][0-9][0-3][0-9][A-Z,0-9]{3}/, 'AAA010101AAA'],
  openRfc: [/(?=.{12,13}$)[A-Z,Ñ&]{3,4}[0-9]{2}[01][0-9][0-3][0-9][A-Z,0-9]{0,3}/, 'AAA010101AAA'],
  wideCurp: [
    /[A-Z][AEIOUX,][A-Z]{2}[0-9]{2}[01][0-9][0-3][0-9][MHX,][A-Z]{2}[B-DF-HJ-NÑP-TV-Z,]{3}[0-9A-Z,][0-9]/,
    'AAAA010101HDFBBB09',
  ],
  uuid: [uuid, '5a00000c-7a2b-4c3d-8e4f-abcdef00000c'],
  localDateTime: [localDateTime, '2026-11-30T12:00:00'],
  xsDateTime: [dated(`${DATE}T${TIME}${ZONE}`), '2026-11-30T12:00:00'],
  xsDate: [dated(`${DATE}${ZONE}`), '2026-11-30'],
  plainDate: [dated(DATE), '2026-11-30'],
  year: [/\+?0*(19|[2-9][0-9]|[1-9][0-9]{2,6})[0-9]{2}/, '2026'],
  month: [/0[1-9]|1[0-2]/, '01'],
  state: [/0[1-9]|[12][0-9]|3[0-2]/, '09'],
  postalCode: [postalCode, '64000'],
  pedimento: [pedimento, '26  48  3009  6001234'],
  pedimentoKey: [/[A-Z][A-Z0-9]/, 'A1'],
  twoDigits: [/[0-9]{2}/, '02'],
  threeDigits: [/[0-9]{3}/, '001'],
  fourDigits: [/[0-9]{4}/, '0001'],
  sixteenDigits: [/[0-9]{16}/, '0000000000000001'],
  integerOf5: [/[+-]?0*[0-9]{1,5}/, '1'],
  nameToken: [/[\p{L}\p{M}\p{N}.\-_:·]+/u, 'EA'],
  artPaymentKey: [
    /[A-ZÑ&]{3}[0-9]{2}[01][0-9][0-3][0-9][A-Z0-9]{3}-(18|19|20)[0-9]{2}(0[1-9]|1[012])(0[1-9]|[12][0-9]|3[01])-[0-9]{3}/,
    'AAA010101AAA-20260101-001',
  ],
  donationFolio: [/PE-[0-9]{2}-[0-9]{5}/, 'PE-26-00001'],
};

const service =
  'AA|ADS|ADO|ABZ|DA|EAA|PI|TAE|SAB|RAA|PAD|FG|FA|TD|TS|TX|ZZZ|VAB|UM|DI|ADT|AJ|CAC|COD|EAB|FC|FI|HD|QD';

/** Types that are long lists of words, which a line of `complementSchemas` refers to by name. */
const words: Readonly<Record<string, string>> = {
  service,
  serviceOfInvoice: `${service}|TZ`,
  invoiceKind:
    'INVOICE|DEBIT_NOTE|CREDIT_NOTE|LEASE_RECEIPT|HONORARY_RECEIPT|PARTIAL_INVOICE|TRANSPORT_DOCUMENT|AUTO_INVOICE',
  tradeItemKind: 'BUYER_ASSIGNED|SUPPLIER_ASSIGNED|SERIAL_NUMBER|GLOBAL_TRADE_ITEM_IDENTIFICATION',
};

function ofWords(list: string): ValueType {
  const all = list.split('|');
  const accepts = (value: string): boolean => all.includes(value);
  if (all.length === 1)
    return { expectation: { key: 'xml_word', values: { word: list } }, accepts };
  return { expectation: { key: 'xml_words', values: { words: all.join(', ') } }, accepts };
}

function ofForm(form: RegExp | SimpleType<string>, example: string): ValueType {
  const type = form instanceof RegExp ? pattern(form, '') : form;
  return valueType(type, 'xml_form', { example });
}

/**
 * The maximum number of decimals for numbers without a limit in the schema; no program writes that many
 * decimals.
 */
const decimalsMax = 100;

/** Types with bounds as parameters. */
const bounded: Readonly<Record<string, (...bounds: string[]) => ValueType>> = {
  text(min = '0', max) {
    const type = openText(Number(min), max === undefined ? Infinity : Number(max));
    if (max === undefined) return valueType(type, 'xml_text_empty');
    if (min === max) return valueType(type, 'xml_text_length', { length: max });
    return valueType(type, 'xml_text_between', { min, max });
  },
  barless: (max = '0') => valueType(text(1, Number(max)), 'xml_text_barless', { max }),
  amount: () => valueType(importe, 'xml_number_least', { decimals: '6', least: '0' }),
  decimal(decimals = '0', least, most) {
    if (least === undefined || most === undefined)
      return valueType(signedAmount(Number(decimals)), 'xml_number', { decimals });
    const top = Decimal.from(most);
    const type = openAmount(Number(decimals), Decimal.from(least));
    const accepts = (value: Decimal) => type.accepts(value) && top.greaterOrEqual(value);
    return valueType({ ...type, accepts }, 'xml_number_between', { decimals, least, most });
  },
  number: () => valueType(signedAmount(decimalsMax), 'xml_number_any'),
  // The pattern does not escape its decimal point, so any digit matches there: 40000 is accepted like
  // 40.000.
  dotted(some = '1', decimals = some, least = '0') {
    const shown = some === decimals ? some : `${some}-${decimals}`;
    const shape = new RegExp(`^[0-9]{1,14}.[0-9]{${some},${decimals}}$`, 'u');
    const type = openAmount(Number(decimals), Decimal.from(least));
    const parse = (written: string) => (shape.test(written) ? type.parse(written) : undefined);
    return valueType({ ...type, parse }, 'xml_number_dotted', { decimals: shown, least });
  },
};

/**
 * Returns the type for this notation in `complementSchemas`. The function throws SyntaxError for an
 * unknown type.
 */
export function typeNamed(notation: string): ValueType {
  const [, name = '', list] = /^(\w*)(?:\((.+)\))?$/u.exec(notation) ?? [];
  if (name === '' && list !== undefined) return ofWords(list);
  const [form, named, kind] = [forms[name], words[name], bounded[name]];
  if (form) return ofForm(...form);
  if (named !== undefined) return ofWords(named);
  if (kind) return kind(...(list?.split(',') ?? []));
  throw new SyntaxError(`not a type: ${notation}`);
}
