import Mustache from 'mustache';
import { certain } from '@timbre/fiscal';
import { documentNames, lineNames, type AddendaValues } from './addenda-values';
import { readXml, XmlError, type XmlNode } from './xml';

/**
 * A fault in an addenda template.
 *
 * - tag: `detail` is a tag that a template must not have, or that is not closed
 * - place: a placeholder is outside of texts and of values of attributes
 * - xml: the filled template is not a single well-formed element; `detail` is the message of the
 *   XML reader
 */
export interface AddendaFault {
  fault: 'tag' | 'place' | 'xml';
  detail: string;
}

/**
 * A placeholder without a value. `line` is the index of the concept without the value, counted from 0.
 */
export interface MissingValue {
  name: string;
  line?: number;
}

/**
 * A template for the addenda that a customer requires, with placeholders for the values that differ between
 * documents.
 */
export interface AddendaTemplate {
  /**
   * The placeholders for values that the document does not contain, so that the user must provide them.
   */
  readonly given: ReadonlySet<string>;
  /** Returns the placeholders for which a value is missing. */
  missing(values: AddendaValues): MissingValue[];
  /** Returns the size of the filled template in UTF-8 bytes, without filling the template. */
  bytesOf(values: AddendaValues): number;
  /**
   * Writes the addenda of one document.
   * @throws Error if the value of a placeholder is missing
   */
  write(values: AddendaValues): string;
}

/**
 * Reads a template in the Mustache language. The template may contain only `{{name}}`,
 * `{{#lines}}…{{/lines}}` and comments. Conditions, partials, other delimiters and unescaped values are
 * faults. To check the template, the function fills it for one line and for two lines. A contrived template
 * can still be malformed for another number of lines, so callers also check the addenda of each document.
 */
export function readAddendaTemplate(text: string): AddendaTemplate | AddendaFault {
  const template = text.replace(/^\uFEFF?\s*<\?xml[^>]*\?>\s*/, '');
  if (writtenSample.test(template)) return { fault: 'place', detail: '' };
  const tag = unreadableTag(template);
  if (tag !== undefined) return { fault: 'tag', detail: tag };
  const parts = partsOf(template);
  if ('fault' in parts) return parts;
  return faultOf(template, parts) ?? templateOf(template, parts);
}

/** The maximum length of a tag, including its braces. Mustache is slow at finding the end of a long tag. */
const tagMax = 100;

/**
 * Returns the beginning of a tag that is too long, is not closed, or changes the closing delimiter; undefined
 * if there is no such tag.
 */
function unreadableTag(template: string): string | undefined {
  let start = template.indexOf('{{');
  while (start !== -1) {
    const end = template.indexOf('}}', start) + 2;
    const tag = template.slice(start, Math.max(end, start + 20));
    if (end === 1 || end - start > tagMax) return tag.slice(0, 20);
    if (/^\{\{\s*[{=]/.test(tag)) return tag;
    start = template.indexOf('{{', end);
  }
  return undefined;
}

/**
 * A token of a Mustache template: its kind, its text or name, its start and end, and the tokens inside a
 * section.
 */
type Token = readonly [kind: string, value: string, start: number, end: number, parts?: Token[]];

/**
 * A section of a template: the names of its placeholders, one per occurrence, and the byte size of its text.
 */
interface Part {
  names: string[];
  bytes: number;
}

interface Parts {
  outside: Part;
  /** The section `lines`, which is written once for each line. */
  inside: Part;
}

function partsOf(template: string): Parts | AddendaFault {
  try {
    const tokens = writer().parse(template) as Token[];
    const isLines = ([kind, value]: Token) => kind === '#' && value === 'lines';
    const inside = tokens.filter(isLines).flatMap(([, , , , parts = []]) => parts);
    return {
      outside: partOf(tokens.filter((token) => !isLines(token))),
      inside: partOf(inside),
    };
  } catch (error) {
    return { fault: 'tag', detail: (error as Error).message };
  }
}

const partOf = (tokens: readonly Token[]): Part => ({
  names: tokens.flatMap(nameIn),
  bytes: tokens.reduce(
    (sum, [kind, value]) => sum + (kind === 'text' ? Buffer.byteLength(value) : 0),
    0,
  ),
});

/**
 * Whether a text can be the name of a placeholder. A property that every object has, such as
 * `hasOwnProperty`, is not allowed, because Mustache would find and call this property in its own objects.
 */
const isName = (text: string): boolean =>
  /^(?!lines$)[a-z][A-Za-z0-9_]{0,39}$/.test(text) && !(text in Object.prototype);

/** Returns the name of a placeholder. @throws Error for a tag that is not allowed in a template */
function nameIn([kind, value]: Token): string[] {
  if (kind === 'text' || kind === '!') return [];
  if (kind === 'name' && isName(value)) return [value];
  throw new Error(`{{${kind === 'name' ? '' : kind}${value}}}`);
}

/**
 * A character that represents any value when a template is checked. XML allows this character in texts and
 * attribute values, but not in names.
 */
const sample = '\uE000';

/**
 * Matches the sample character in the template itself. The check would mistake this character for a
 * placeholder.
 */
const writtenSample = /\uE000|&#(?:x0*e000|0*57344);/i;

/**
 * Checks the template by filling it for documents with one and with two lines. The result is checked inside
 * an element, as in a document, where an XML declaration or a DTD is a fault.
 */
function faultOf(template: string, { outside, inside }: Parts): AddendaFault | undefined {
  const samplesOf = ({ names }: Part) => Object.fromEntries(names.map((name) => [name, sample]));
  for (const count of [1, 2]) {
    const lines = Array.from({ length: count }, () => samplesOf(inside));
    const filled = fill(template, { document: samplesOf(outside), lines });
    try {
      const around = readXml(`<Addenda>${filled}</Addenda>`);
      if (around.children.length !== 1 || around.text.trim() !== '')
        return { fault: 'xml', detail: 'not one element' };
      const isPlaced = samplesIn(around) === outside.names.length + count * inside.names.length;
      if (!isPlaced || rawSample.test(filled)) return { fault: 'place', detail: '' };
    } catch (error) {
      if (error instanceof XmlError) return { fault: 'xml', detail: error.message };
      throw error;
    }
  }
  return undefined;
}

/**
 * Matches a placeholder inside a CDATA section, where the escapes of a value would not be decoded.
 */
const rawSample = /<!\[CDATA\[(?:(?!\]\]>)[^])*?\uE000/;

const samplesIn = ({ attributes, text, children }: XmlNode): number =>
  children.reduce(
    (sum, child) => sum + samplesIn(child),
    [text, ...Object.values(attributes)].join('').split(sample).length - 1,
  );

function templateOf(template: string, { outside, inside }: Parts): AddendaTemplate {
  const ofLines = new Set(inside.names.filter((name) => lineNames.has(name)));
  const ofDocument = new Set([
    ...outside.names,
    ...inside.names.filter((name) => !lineNames.has(name)),
  ]);
  const missing = ({ document, lines }: AddendaValues): MissingValue[] => [
    ...lacking(ofDocument, document).map((name) => ({ name })),
    ...lines.flatMap((values, line) => lacking(ofLines, values).map((name) => ({ name, line }))),
  ];
  return {
    given: new Set([...ofDocument].filter((name) => !documentNames.has(name))),
    missing,
    bytesOf: ({ document, lines }) =>
      outside.bytes +
      valueBytes(outside.names, document) +
      lines.reduce(
        (sum, line) => sum + inside.bytes + valueBytes(inside.names, { ...document, ...line }),
        0,
      ),
    write: (values) => {
      const [first] = missing(values);
      if (first) throw new Error(`the addenda has no ${first.name}`);
      return fill(template, values);
    },
  };
}

/** Returns the total byte size of the escaped values of these placeholders. */
function valueBytes(names: readonly string[], values: Readonly<Record<string, string>>): number {
  const known = new Map<string, number>();
  return names.reduce((sum, name) => {
    const bytes = known.get(name) ?? Buffer.byteLength(escape(values[name] ?? ''));
    known.set(name, bytes);
    return sum + bytes;
  }, 0);
}

const lacking = (names: ReadonlySet<string>, values: Readonly<Record<string, string>>): string[] =>
  [...names].filter((name) => !Object.hasOwn(values, name) || values[name] === '');

function fill(template: string, { document, lines }: AddendaValues): string {
  const view = bare({ ...document, lines: lines.map(bare) });
  return writer().render(template, view, {}, { escape });
}

/**
 * Copies the values to an object without a prototype, because Mustache would find and call the functions of a
 * prototype.
 */
const bare = <Values extends object>(values: Values): Values =>
  Object.assign(Object.create(null) as Values, values);

/**
 * Creates a writer for a single use, because a Mustache writer caches every template that it has read.
 */
const writer = () => new Mustache.Writer();

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

const escape = (value: string): string =>
  value.replace(/[&<>"']/g, (character) => certain(escapes[character], 'an escape'));
