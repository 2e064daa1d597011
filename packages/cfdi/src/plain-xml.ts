/**
 * Receives the parts of a document in their order. The handler receives attributes before their
 * element.
 */
export interface XmlHandler {
  attribute(name: string, value: string): void;
  open(name: string): void;
  text(text: string): void;
  close(): void;
}

const declaration =
  /<\?xml version="1\.0"(?: encoding="(?:UTF|utf)-8")?(?: standalone="(?:yes|no)")?\?>/y;
const opening = /<([A-Za-z_][\w.:-]*)/y;
// The value of an attribute may contain every character that XML allows, except white space other
// than blanks, and characters of more than 16 bits.
const attribute =
  /[ \t\r\n]+([A-Za-z_][\w.:-]*)="([\u0020\u0021\u0023-\u003B\u003D-\uD7FF\uE000-\uFFFD]*)"/y;
const ending = /[ \t\r\n]*(\/?)>/y;
const closing = /[ \t\r\n]*>/y;
const blank = /^[ \t\r\n]*$/;
const plainText = /^[\t\n\r\u0020-\uD7FF\uE000-\uFFFD]*$/;

const references: Readonly<Record<string, string>> = {
  '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&apos;': "'",
}; // prettier-ignore

/**
 * Reads a document in the plain form in which PACs write a CFDI: elements, attributes in double
 * quotes, text, and the five predefined references. The general XML parser, saxes, inspects each
 * character in JavaScript and takes half of the time of an import. In this reader, regular
 * expressions skip the long values: certificate, seal and stamp are more than half of a CFDI.
 * @returns false if the document does not have the plain form. Such a document may be well-formed
 * or malformed; the caller must discard what the handler received, and read the document with saxes
 */
export function readPlainXml(xml: string, handler: XmlHandler): boolean {
  const names: string[] = [];
  let hasRoot = false;
  let at = afterMatch(declaration, xml, 0) ?? 0;
  for (;;) {
    const start = xml.indexOf('<', at);
    const text = start < 0 ? xml.slice(at) : xml.slice(at, start);
    if (text !== '' && !readText(text, names.length > 0, handler)) return false;
    if (start < 0) return hasRoot && names.length === 0;
    if (xml[start + 1] === '/') {
      const name = names.pop();
      if (name === undefined || !xml.startsWith(name, start + 2)) return false;
      const end = afterMatch(closing, xml, start + 2 + name.length);
      if (end === undefined) return false;
      handler.close();
      at = end;
    } else {
      if (hasRoot && names.length === 0) return false;
      hasRoot = true;
      const end = readTag(xml, start, names, handler);
      if (end === undefined) return false;
      at = end;
    }
  }
}

/**
 * @returns the position after the match; undefined if the pattern does not match at this position
 */
function afterMatch(pattern: RegExp, xml: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(xml) ? pattern.lastIndex : undefined;
}

function readText(text: string, isInside: boolean, handler: XmlHandler): boolean {
  if (!isInside) return blank.test(text);
  if (!plainText.test(text) || text.includes(']]>')) return false;
  const resolved = withoutReferences(text.replace(/\r\n?/g, '\n'));
  if (resolved === undefined) return false;
  handler.text(resolved);
  return true;
}

/**
 * Reads the start tag of an element with its attributes, and the end of an empty element.
 * @returns the position after the tag; undefined if the tag does not have the plain form
 */
function readTag(
  xml: string,
  start: number,
  names: string[],
  handler: XmlHandler,
): number | undefined {
  opening.lastIndex = start;
  const name = opening.exec(xml)?.[1];
  if (name === undefined) return undefined;
  const seen: string[] = [];
  let at = opening.lastIndex;
  for (;;) {
    attribute.lastIndex = at;
    const found = attribute.exec(xml);
    if (!found) break;
    const [, key = '', written = ''] = found;
    const value = withoutReferences(written);
    if (value === undefined || seen.includes(key)) return undefined;
    seen.push(key);
    handler.attribute(key, value);
    at = attribute.lastIndex;
  }
  ending.lastIndex = at;
  const end = ending.exec(xml);
  if (!end) return undefined;
  handler.open(name);
  if (end[1] === '/') handler.close();
  else names.push(name);
  return ending.lastIndex;
}

/**
 * @returns the text with its references resolved; undefined if the text has other references than
 * the predefined ones
 */
function withoutReferences(text: string): string | undefined {
  if (!text.includes('&')) return text;
  if (/&(?!(?:amp|lt|gt|quot|apos);)/.test(text)) return undefined;
  return text.replace(/&\w+;/g, (reference) => references[reference] ?? reference);
}
