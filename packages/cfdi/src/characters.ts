/** Anything that makes a text differ between the model, the XML and the cadena. */
// eslint-disable-next-line no-control-regex -- control characters are what it looks for
const NEEDS_CARE = /[&<>"\x00-\x1f\ud800-\udfff\ufffe\uffff]|^ | $| {2}/;
// eslint-disable-next-line no-control-regex -- the characters that XML 1.0 forbids
const FORBIDDEN = /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

export function needsCare(text: string): boolean {
  return NEEDS_CARE.test(text);
}

/** The text with its runs of white space collapsed, as the schema types and the cadena do. */
export function collapse(text: string): string {
  if (!/[\t\n\r]|^ | $| {2}/.test(text)) return text;
  return text.replace(/[ \t\n\r]+/g, ' ').replace(/^ | $/g, '');
}

/** The text as the value of an XML attribute. Throws RangeError for what XML cannot hold. */
export function escapeXml(text: string): string {
  if (FORBIDDEN.test(text) || !text.isWellFormed()) {
    throw new RangeError('the text has a character that XML cannot hold');
  }
  return text
    .replace(/[&<>"]/g, (character) => ENTITIES[character]!)
    .replace(/[\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`);
}
