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
 * Whether a text differs between the model, the XML and the cadena: it has a character to escape,
 * one that XML may not hold, or white space to collapse. A loop, because every text of every
 * concept passes here and a pattern takes three times as long.
 */
export function needsCare(text: string): boolean {
  if (text.length < LONG) return careIsDue(text);
  if (text !== seen.text) seen = { text, needsCare: careIsDue(text) };
  return seen.needsCare;
}

const LONG = 1_000;

/** The last long text: an issuer's certificate comes again with each document of theirs. */
let seen = { text: '', needsCare: false };

function careIsDue(text: string): boolean {
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

/** The text with its runs of white space collapsed, as the schema types and the cadena do. */
export function collapse(text: string): string {
  if (!hasLooseSpace(text)) return text;
  return text.replace(/[ \t\n\r]+/g, ' ').replace(/^ | $/g, '');
}

const WHITE = [' ', '\t', '\n', '\r'];

function hasLooseSpace(text: string): boolean {
  // Of a certificate, which has no white space at all, that is sooner seen so than character by character.
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

// Written as they are, an XML reader would turn tabs and line ends into blanks.
const ENTITIES: ReadonlyMap<number, string> = new Map([
  [AMPERSAND, '&amp;'],
  [LESS, '&lt;'],
  [GREATER, '&gt;'],
  [QUOTE, '&quot;'],
  [TAB, '&#9;'],
  [NEW_LINE, '&#10;'],
  [RETURN, '&#13;'],
]);

/** The text as the value of an XML attribute. Throws RangeError for what XML cannot hold. */
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
