const TAB = 9;
const NEW_LINE = 10;
const RETURN = 13;
const BLANK = 32;
const QUOTE = 34;
const AMPERSAND = 38;
const LESS = 60;
const GREATER = 62;
const SURROGATES = 0xd800;
const NOT_CHARACTERS = 0xfffe;

/**
 * Whether a text contains characters that must be escaped, rejected or collapsed before the text is
 * written. The function is called for every text of every concept. The function uses a loop, because a regular
 * expression takes three times as long.
 */
export function needsEscaping(text: string): boolean {
  if (text.length < LONG) return hasSpecialText(text);
  if (text !== seen.text) seen = { text, needsEscaping: hasSpecialText(text) };
  return seen.needsEscaping;
}

const LONG = 1_000;

/**
 * The last long text that was checked, and the result of that check. The cache is useful, because all
 * documents of an issuer repeat the same certificate.
 */
let seen = { text: '', needsEscaping: false };

function hasSpecialText(text: string): boolean {
  let previous = BLANK;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code <= GREATER) {
      if (code === BLANK && previous === BLANK) return true;
      if (code < BLANK || isMarkup(code)) return true;
    } else if (code >= SURROGATES) return true;
    previous = code;
  }
  return previous === BLANK && text.length > 0;
}

function isMarkup(code: number): boolean {
  return code === AMPERSAND || code === QUOTE || code === LESS || code === GREATER;
}

/** Collapses white space in the same way as the schema types and the cadena do. */
export function collapse(text: string): string {
  if (!hasLooseSpace(text)) return text;
  return text.replace(/[ \t\n\r]+/g, ' ').replace(/^ | $/g, '');
}

const WHITE = [' ', '\t', '\n', '\r'];

function hasLooseSpace(text: string): boolean {
  // A long text is usually a certificate, which contains no white space. The native search for white space is
  // faster than the loop below.
  if (text.length >= LONG && !WHITE.some((blank) => text.includes(blank))) return false;
  let previous = BLANK;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === BLANK && previous === BLANK) return true;
    if (code === TAB || code === NEW_LINE || code === RETURN) return true;
    previous = code;
  }
  return previous === BLANK && text.length > 0;
}

// XML parsers convert unescaped tabs and line breaks to spaces.
const ENTITIES: ReadonlyMap<number, string> = new Map([
  [AMPERSAND, '&amp;'],
  [LESS, '&lt;'],
  [GREATER, '&gt;'],
  [QUOTE, '&quot;'],
  [TAB, '&#9;'],
  [NEW_LINE, '&#10;'],
  [RETURN, '&#13;'],
]);

/**
 * Escapes the value of an XML attribute. The function throws RangeError for a character that XML does not
 * allow.
 */
export function escapeXml(text: string): string {
  let escaped = '';
  let start = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code > GREATER && code < SURROGATES) continue;
    const entity = ENTITIES.get(code);
    if (entity !== undefined) {
      escaped += text.slice(start, index) + entity;
      start = index + 1;
    } else if (code < BLANK || code >= NOT_CHARACTERS) throw forbidden();
  }
  if (!text.isWellFormed()) throw forbidden();
  return start === 0 ? text : escaped + text.slice(start);
}

function forbidden(): RangeError {
  return new RangeError('the text has a character that XML cannot hold');
}

/** The maximum length of a client-defined name in a message. */
const nameMax = 60;

/**
 * Returns a text, such as a client-defined name, shortened for a message. The function never splits a
 * character.
 * @param max the maximum length in UTF-16 units
 */
export function shortened(text: string, max = nameMax): string {
  if (text.length <= max) return text;
  return `${text.slice(0, max).replace(/[\ud800-\udbff]$/, '')}…`;
}
