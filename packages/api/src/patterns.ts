// Patterns for texts in requests, which the OpenAPI document publishes and which JavaScript, Python and Go
// interpret in the same way. The patterns have no Unicode classes, so a text can match and still be rejected
// for a rare hidden character. The patterns match accepted texts without surrounding spaces and in the case
// in which they are stored (patterns.test.ts).

const controls = String.raw`\x00-\x1f\x7f-\x9f\xad`;
const unseen = String.raw`\x00-\x20\x7f-\xa0\xad`;
const controlsWithinProse = String.raw`\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\xad`;

/** Returns the pattern of a text without the rejected characters. */
const textWithout = (refused: string) => `^[^${refused}]*$`;
const shownTextWithout = (refused: string, hidden: string) =>
  `^[^${refused}]*[^${hidden}][^${refused}]*$`;

/** The pattern for one line of text without `|`. */
export const linePattern = textWithout(`${controls}|`);
export const shownLinePattern = shownTextWithout(`${controls}|`, `${unseen}|`);

/** The pattern for text of several lines. */
export const prosePattern = textWithout(controlsWithinProse);
export const shownProsePattern = shownTextWithout(controlsWithinProse, unseen);

/** The pattern for text without control characters. */
export const withoutControls = textWithout(controls);

/** The pattern for the key of an organization's custom receipt field. */
export const fieldKeyPattern = '^[a-z][A-Za-z0-9_]{0,39}$';

/** The pattern for identifiers of this API and of the SAT, which have no spaces. */
export const identifierPattern = '^[!-~]+$';

/** The pattern for `nextCursor`: base64url. */
export const cursorPattern = '^[A-Za-z0-9_-]+$';

/** The pattern for a list of event types, separated by commas. */
export const eventNamesPattern = '^[a-z_.*]+(,[a-z_.*]+)*$';

/** The pattern for days and instants from 1900 on. */
export const since1900 = '^(19|[2-9])';

/** The pattern for days from 1900 to 2100. */
export const from1900To2100 = '^(19|20|2100)';

/** Returns the pattern for words of a closed list, separated by commas. */
export const wordsPattern = (words: readonly string[]): string =>
  `^(${words.join('|')})(,(${words.join('|')}))*$`;

/**
 * The pattern for the last two digits of a leap year. The pattern accepts 29 February of 1900 and 2100, but
 * the API rejects both days, because these years are not leap years.
 */
const leap = '([02468][048]|[13579][26])';

/**
 * Returns the pattern for the last two digits of a year, a month and an existing day, with the given text
 * between them.
 */
const dayWith = (between: string) =>
  `([0-9]{2}${between}((0[1-9]|1[0-2])${between}(0[1-9]|1[0-9]|2[0-8])|(0[13-9]|1[0-2])${between}(29|30)|(0[13578]|1[02])${between}31)|${leap}${between}02${between}29)`;

const shortDay = dayWith('');

export const rfcPattern = `^[A-Z&Ñ]{3,4}${shortDay}[A-Z0-9]{2}[0-9A]$`;

export const personRfcPattern = rfcPattern.replace('{3,4}', '{4}');

/** The pattern for a CURP; it does not verify the check digit. */
export const curpPattern =
  `^[A-Z][AEIOUX][A-Z]{2}${shortDay}[MHX]` +
  '([ABCMTZ]S|[BCJMOT]C|[CNPST]L|[GNQ]T|[GQS]R|C[MH]|[MY]N|[DH]G|NE|VZ|DF|SP)' +
  '[B-DF-HJ-NP-TV-Z]{3}[0-9A-Z][0-9]$';

/** The pattern for a local time without a zone. */
export const localDateTimePattern = `^(19|[2-9][0-9])${dayWith('-')}T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,9})?$`;

const mailbox = String.raw`([A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}`;

export const emailPattern = `^${mailbox}$`;

/** The pattern for an RFC, the identifier of a contact or an email address. */
export const receiverPattern = `^([A-Z&Ñ]{3,4}${shortDay}[A-Z0-9]{2}[0-9A]|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|${mailbox})$`;

const byte = '(25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])';
const ipv4 = `(${byte}\\.){3}${byte}`;
const group = '[0-9A-Fa-f]{1,4}';
/** The patterns for an IPv6 address: with all groups, or with `::` in place of some groups. */
const ipv6 = [
  `(${group}:){7}${group}`,
  `(${group}:){1,7}:`,
  `:(:${group}){1,7}`,
  '::',
  ...[1, 2, 3, 4, 5, 6].map((after) => `(${group}:){1,${7 - after}}(:${group}){${after}}`),
].join('|');

/**
 * The patterns for the part of an IPv6 address that precedes an embedded IPv4 address, such as `::ffff:`.
 */
const beforeIpv4 = [
  `(${group}:){6}`,
  `:(:${group}){0,5}:`,
  ...[0, 1, 2, 3, 4].map((after) => `(${group}:){1,${5 - after}}(:${group}){${after}}:`),
].join('|');

/**
 * The pattern for an IP address or a network in CIDR notation. The prefix length may have a leading zero.
 */
export const networkPattern = `^(${ipv4}(/0?(3[0-2]|[0-2]?[0-9]))?|(${ipv6}|(${beforeIpv4})${ipv4})(/(12[0-8]|1[01][0-9]|0?[0-9]{1,2}))?)$`;

/** The pattern for an employer's number at a social security institution, with at least ten digits. */
export const employerRegistrationPattern = '^[A-Z]{0,3}[0-9](-?[0-9]){9,19}$';

/**
 * Patterns for the codes of catalogues that are too long to list in the OpenAPI document.
 */
export const satCodePatterns: Record<string, { pattern: string }> = {
  c_ClaveProdServ: { pattern: '^[0-9]{8}$' },
  c_ClaveUnidad: { pattern: '^[0-9A-Za-z]{2,3}$' },
  c_CodigoPostal: { pattern: '^[0-9]{5}$' },
  c_CodigoTransporteAereo: { pattern: '^CA[0-9]{3}$' },
  c_DerechosDePaso: { pattern: '^CDP[0-9]{3}$' },
  c_Estaciones: { pattern: '^[A-Z][A-Za-zá]*[0-9]+([.][0-9])?$' },
  c_FraccionArancelaria: { pattern: '^[0-9]{10}$' },
  c_MaterialPeligroso: { pattern: '^M?[0-9]{4}$' },
  c_NumAutorizacionNaviero: { pattern: '^[A-Z]{3,5}[0-9/-]+$' },
};
