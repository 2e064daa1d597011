import {
  catalog,
  Decimal,
  isUuid,
  localDateIn,
  parseLocalDateTime,
  Rfc,
  rfcFault,
} from '@timbre/fiscal';
import { z } from 'zod';
import { sayNotActive } from './texts/near-text';
import { fieldKeyPattern, since1900, identifierPattern, localDateTimePattern, linePattern, prosePattern, rfcPattern, satCodePatterns, shownLinePattern, shownProsePattern } from './patterns'; // prettier-ignore
import { say, type Said, type TextKey } from './texts/text';

/**
 * Attaches a stable issue code to a zod check, together with an English message or a text in both
 * languages.
 */
export const withCode = (code: string, said: string | Said) =>
  typeof said === 'string'
    ? { message: said, params: { code } }
    : { message: said.message, params: { code, text: said.text } };

/**
 * Attaches a stable issue code to a zod check, with a message that depends on the value.
 * @param explain receives the value as the client sent it, which can have any type
 */
export const withReason = (code: string, explain: (value: unknown) => Said) => ({
  message: explain('').message,
  params: { code, explain },
});

/** Attaches a readable message to a pattern. */
export const form = (key: TextKey) => ({ error: key });

/**
 * The largest accepted number, which exceeds the amount of any document. `isExact` checks the number of
 * digits.
 */
const largest = 999_999_999_999;

interface DecimalOptions {
  decimals?: number;
  positive?: boolean;
  /** The minimum value; the default is 0. */
  min?: number;
  /** Whether the number may be negative. */
  signed?: boolean;
  max?: number;
}

/**
 * Returns the schema of a JSON number with at most `decimals` decimals, which is converted to decimal text.
 */
export function decimal(options: DecimalOptions = {}) {
  const { decimals = 6, positive = false, signed = false, min = 0, max = largest } = options;
  const bounded = positive ? z.number().positive() : z.number().min(signed ? -max : min);
  return bounded
    .max(max)
    .refine(
      (value) => hasAtMost(decimals, value),
      withCode(
        'too_many_decimals',
        say(decimals ? 'too_many_decimals' : 'too_many_decimals_none', { decimals }),
      ),
    )
    .meta({ multipleOf: Number(`1e-${decimals}`) })
    .transform((value) => Decimal.from(value).toString());
}

/**
 * Whether a number has at most this many decimals. The function returns true for a number far above the
 * limit: the number violates its bounds anyway, and its decimal text would be too long.
 */
function hasAtMost(decimals: number, value: number): boolean {
  if (value === 0 || Math.abs(value) > largest) return true;
  return Math.abs(value) >= 10 ** -decimals && Decimal.from(value).scale <= decimals;
}

/**
 * Returns the schema of a code in a SAT catalogue. The code must be active today in the earliest or the
 * latest time zone of Mexico. The service checks the code again for the date of the document.
 */
export function satCode(name: string) {
  const isActive = (code: string): boolean => {
    const codes = catalog(name);
    if (!codes) return false;
    return codes.isActive(code, dayIn(latest)) || codes.isActive(code, dayIn(earliest));
  };
  return z
    .string()
    .min(1, { abort: true })
    .refine(isActive, withReason('not_in_catalog', notInCatalog(name)))
    .meta({ ...satShape(name), description: `Active code of the SAT catalogue ${name}.` });
}

/**
 * Returns the metadata of a code in a SAT catalogue: its pattern and the name of its shared schema. If two
 * SAT documents use the same catalogue name, the schema name also contains the document, as in
 * `SatTipoPermisoOfHidrocarburos10`.
 */
export const satShape = (name: string) => ({
  ...shape(`Sat${name.slice(name.lastIndexOf('_') + 1)}${ofDocument(name)}`),
  ...satCodePatterns[name],
  'x-sat-catalog': name,
});

const ofDocument = (name: string): string => {
  const [document = '', own] = name.split('.');
  return own === undefined ? '' : `Of${document.charAt(0).toUpperCase()}${document.slice(1)}`;
};

/**
 * Marks a schema as shared under this title, so that the OpenAPI document contains it only once.
 */
export const shape = (title: string) => ({ title });

/** Returns the message for a code that is not active in a catalogue today. */
export const notInCatalog =
  (name: string) =>
  (given: unknown): Said =>
    sayNotActive(name, String(given), dayIn(latest));

// These are the earliest and the latest zone of Mexico: Quintana Roo is five hours behind UTC all year, and
// Baja California is eight hours behind in winter.
const [latest, earliest] = ['Etc/GMT+5', 'Etc/GMT+8'];

const dayIn = (zone: string): string => localDateIn(Date.now(), zone);

/** Returns the message for an invalid RFC. The message states which part of the RFC is wrong. */
export function whyNoRfc(given: unknown): Said {
  const { part, ...values } = rfcFault(String(given).normalize().trim().toUpperCase());
  return say(`rfc_${part}`, { ...values });
}

/** The RFC of a taxpayer, or a generic RFC; stored in upper case. */
export const rfc = z
  .string()
  .transform((text) => text.normalize().trim().toUpperCase())
  .refine((text) => Rfc.parse(text) !== undefined, withReason('rfc_invalid', whyNoRfc))
  .meta({
    ...shape('Rfc'),
    pattern: rfcPattern,
    description: 'RFC with homoclave.',
    example: 'EKU9003173C9',
  });

/** The maximum number of characters before the @ (RFC 5321, 4.5.3.1.1). */
const mailboxMax = 64;

export const email = z
  .email()
  .max(254)
  .refine(
    (address) => address.indexOf('@') <= mailboxMax,
    withCode('invalid_format', say('format_email')),
  );

export const postalCode = z
  .string()
  .regex(/^\d{5}$/, form('format_postal_code'))
  .meta({ description: 'Postal code, five digits.', example: '42501' });

/** A valid calendar date from 1900 on. An earlier date is treated as a typing error. */
export const date = z.iso
  .date()
  .refine(
    (day) => day >= '1900-01-01',
    withCode('too_small', 'Dates before 1900-01-01 are not allowed.'),
  )
  .meta({ pattern: since1900 });

/**
 * Matches text that consists only of spaces and invisible characters: zero-width characters, fillers,
 * direction marks, blank braille.
 */
const invisible = /^[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]+$/u;

/**
 * Returns the schema of text with at least one visible character, without control characters and without
 * `|`, which the cadena original cannot contain. The text is normalized to NFC, because the SAT compares
 * names and RFCs character by character.
 */
export const text = (max: number, min = 1) =>
  z
    .string()
    .normalize()
    .trim()
    .min(min)
    .max(max)
    .refine(
      (value) => !invisible.test(value),
      withCode('text_invisible', 'The text has no visible character.'),
    )
    .refine(
      (value) => !/[|\p{Cc}]/u.test(value),
      withCode('character_not_allowed', 'Line breaks, control characters and | are not allowed.'),
    )
    .meta({
      ...shape(min === 1 ? `Text${max}` : `Text${min}To${max}`),
      pattern: min > 0 ? shownLinePattern : linePattern,
    });

/**
 * Returns the schema of text with several lines. Line breaks and tabs are the only control characters that
 * the text may contain.
 */
export const freeText = (max: number) =>
  z
    .string()
    .max(max)
    .refine(
      (value) => !/[^\P{Cc}\t\n\r]/u.test(value),
      withCode('character_not_allowed', 'Control characters are not allowed.'),
    )
    .meta({ ...shape(`Prose${max}`), pattern: prosePattern });

/** Returns the schema of text with several lines and at least one visible character. */
export const shownFreeText = (max: number) =>
  freeText(max)
    .trim()
    .min(1)
    .meta({ ...shape(`ShownProse${max}`), pattern: shownProsePattern });

/** A name that is not allowed as a record key, because zod drops it from records. */
const proto = '__proto__';

/**
 * Returns the schema of a record whose keys consist of at most 40 letters, digits and underscores.
 * @param unknown the issue for a key with any other form
 */
export const recordOf = <Value extends z.ZodType>(
  value: Value,
  unknown: { code: string; message: string },
) =>
  z.preprocess(
    (record, context) => {
      if (typeof record === 'object' && record !== null && Object.hasOwn(record, proto)) {
        const { code, message } = unknown;
        const path = [proto];
        context.addIssue({ code: 'custom', path, message, params: { code }, input: record });
      }
      return record;
    },
    z.record(z.string().min(1).max(40).meta({ pattern: fieldKeyPattern }), value),
  );

/** The search words of a list, without NUL, because PostgreSQL rejects NUL. */
export const searchWords = shownFreeText(200);

/** The UUID of any CFDI in upper or lower case; stored in lower case. */
export const cfdiUuid = z
  .string()
  .refine(isUuid, withCode('uuid_invalid', 'The text is not the UUID of a CFDI.'))
  .transform((uuid) => uuid.toLowerCase())
  .meta({ format: 'uuid' });

export const instant = z.iso.datetime({ offset: true });

/** The instant at which an event occurred. An instant before 1900 is treated as a typing error. */
export const happenedAt = instant
  .refine((at) => at >= '1900', withCode('too_small', 'Instants before 1900 are not allowed.'))
  .meta({ pattern: since1900 });

export const money = z
  .strictObject({ amount: z.number(), currency: z.string() })
  .meta({ id: 'Money' });

/** A path parameter with the identifier of a resource. A request with an invalid identifier gets 404. */
export const identifier = z
  .string()
  .min(1)
  .max(200)
  .meta({ ...shape('Identifier'), pattern: identifierPattern });

/** The prefixes of references (spec part 2, DocumentRef). */
const prefixes = [
  'cfdi',
  'withholding',
  'sales_receipt',
  'quote',
  'expense',
  'declaration',
  'tax_compliance_opinion',
  'sales_receipt_refund',
] as const;

type Prefix = (typeof prefixes)[number];

const patternOf = (kinds: readonly Prefix[]) =>
  `^(${(kinds.length > 0 ? kinds : prefixes).join('|')}):[!-~]+$`;

/**
 * Returns the schema of a reference in a response: to any document, or to documents of the given kinds.
 */
export const documentRef = (...kinds: Prefix[]) =>
  z
    .string()
    .regex(new RegExp(patternOf(kinds)), form('format_document_ref'))
    .meta(shape(`Shown${nameOfRef(kinds)}`));

/**
 * Returns the schema of a reference in a request. The pattern is only part of the OpenAPI document. A text
 * that does not match is treated as a reference to an unknown document.
 */
export const givenRef = (...kinds: Prefix[]) => identifier.meta(refShape(kinds));

/**
 * Returns the schema of a reference in a filter. A text that does not match is rejected, because an empty
 * list would hide the mistake.
 */
export const filterRef = (...kinds: Prefix[]) =>
  identifier
    .regex(new RegExp(patternOf(kinds), 'i'), form('format_document_ref'))
    .meta(refShape(kinds));

const refShape = (kinds: readonly Prefix[]) => ({
  ...shape(nameOfRef(kinds)),
  pattern: patternOf(kinds),
});

/** Returns the name of the shared schema of a reference, such as `CfdiOrExpenseRef`. */
const nameOfRef = (kinds: readonly Prefix[]): string =>
  kinds.length === 0 ? 'DocumentRef' : `${kinds.map(pascalCase).join('Or')}Ref`;

const pascalCase = (kind: string): string =>
  kind.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** A local time in a request, without a zone. */
export const localDateTime = z
  .string()
  .refine(
    (value) => parseLocalDateTime(value) !== undefined,
    withCode('local_date_time_invalid', 'The text is not a local date-time YYYY-MM-DDTHH:MM:SS.'),
  )
  .meta({
    ...shape('LocalDateTime'),
    example: '2026-11-20T12:00:00',
    pattern: localDateTimePattern,
  });

const shownLocalDateTimePattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?$/;

/** A local time in a response, without a zone. */
export const shownLocalDateTime = z
  .string()
  .regex(shownLocalDateTimePattern)
  .meta({ ...shape('ShownLocalDateTime'), example: '2026-11-20T12:00:00' });

/**
 * The value of the header `Idempotency-Key` (spec part 8): visible characters and spaces, no control
 * characters.
 */
export const idempotencyKey = z
  .string()
  .regex(/^[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]*$/u)
  .refine((key) => [...key].length >= 1 && [...key].length <= 200)
  .meta({ minLength: 1, maxLength: 200, pattern: String.raw`^[^\x00-\x1f\x7f-\x9f\xad]*$` });
