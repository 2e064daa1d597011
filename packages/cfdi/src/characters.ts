const TAB = 9;
const NEW_LINE = 10;
const RETURN = 13;
const BLANK = 32;
const QUOTE = 34;
const AMPERSAND = 38;
const LESS = 60;
const GREATER = 62;
const SURROGATES = 0xd800;

/**
 * Whether a text differs between the model, the XML and the cadena: it has a character to escape,
 * one that XML may not hold, or white space to collapse. A loop, because every text of every
 * concept passes here and a pattern takes three times as long.
 */
export function needsCare(text: string): boolean {
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

function hasLooseSpace(text: string): boolean {
  let previous = BLANK;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === BLANK && previous === BLANK) return true;
    if (code === TAB || code === NEW_LINE || code === RETURN) return true;
    previous = code;
  }
  return previous === BLANK && text.length > 0;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  // Written as they are, an XML reader would turn these into blanks.
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};

// eslint-disable-next-line no-control-regex -- the characters that XML 1.0 forbids
const FORBIDDEN = /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/;

/** The text as the value of an XML attribute. Throws RangeError for what XML cannot hold. */
export function escapeXml(text: string): string {
  if (FORBIDDEN.test(text) || !text.isWellFormed()) {
    throw new RangeError('the text has a character that XML cannot hold');
  }
  return text.replace(/[&<>"\t\n\r]/g, (character) => ENTITIES[character]!);
}
