import Mustache from 'mustache';
import { certain } from '@timbre/fiscal';
import { documentNames, lineNames, type AddendaValues } from './addenda-values';
import { readXml, XmlError, type XmlNode } from './xml';

/**
 * The fault of a template.
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
 * A placeholder without a value. `line` is the index of the concept that lacks the value, counted
 * from 0.
 */
export interface MissingValue {
  name: string;
  line?: number;
}

/**
 * A template for the addenda that a customer requires, with placeholders for the values that differ
 * in each document.
 */
export interface AddendaTemplate {
  /**
   * The placeholders for values that do not come from the document, so that the user must give
   * them.
   */
  readonly given: ReadonlySet<string>;
  /** Returns the placeholders for which these values contain nothing. */
  missing(values: AddendaValues): MissingValue[];
  /**
   * Writes the addenda of one document.
   * @throws Error if a value is missing
   */
  write(values: AddendaValues): string;
}

/**
 * Reads a template in the language of Mustache. The template may contain only `{{name}}`,
 * `{{#lines}}…{{/lines}}` and comments. Conditions, partials, other delimiters and unescaped values
 * are faults. With any values, the filled template is well-formed XML.
 */
export function readAddendaTemplate(text: string): AddendaTemplate | AddendaFault {
  const template = text.replace(/^\uFEFF?\s*<\?xml[^>]*\?>\s*/, '');
  const names = namesOf(template);
  if ('fault' in names) return names;
  return faultOf(template, names) ?? templateOf(template, names);
}

/**
 * A token of Mustache: its kind, its text or name, its start and end, and the tokens inside a
 * section.
 */
type Token = readonly [kind: string, value: string, start: number, end: number, parts?: Token[]];

/** The names of the placeholders, one for each occurrence. */
interface Names {
  outside: string[];
  /** The placeholders inside the section `lines`. */
  inside: string[];
}

function namesOf(template: string): Names | AddendaFault {
  const names: Names = { outside: [], inside: [] };
  try {
    for (const token of writer().parse(template) as Token[]) {
      const [kind, value, , , parts = []] = token;
      if (kind === '#' && value === 'lines') names.inside.push(...parts.flatMap(nameIn));
      else names.outside.push(...nameIn(token));
    }
    return names;
  } catch (error) {
    return { fault: 'tag', detail: (error as Error).message };
  }
}

/**
 * Whether a text can be the name of a placeholder. A property that every object has, such as
 * `hasOwnProperty`, is not allowed, because Mustache would find it in its own objects and call it.
 */
const isName = (text: string): boolean =>
  /^(?!lines$)[a-z][A-Za-z0-9_]{0,39}$/.test(text) && !(text in Object.prototype);

/** Returns the name of a placeholder. @throws Error for a tag that a template may not have */
function nameIn([kind, value]: Token): string[] {
  if (kind === 'text' || kind === '!') return [];
  if (kind === 'name' && isName(value)) return [value];
  throw new Error(`{{${kind === 'name' ? '' : kind}${value}}}`);
}

/**
 * A character that represents any value when a template is checked. XML allows it in texts and
 * attribute values, but not in names.
 */
const sample = '\uE000';

/**
 * Checks the template by filling it for documents of one and of two lines. If a section can be
 * repeated once, it can be repeated any number of times.
 */
function faultOf(template: string, { outside, inside }: Names): AddendaFault | undefined {
  const samplesOf = (names: string[]) => Object.fromEntries(names.map((name) => [name, sample]));
  for (const count of [1, 2]) {
    const lines = Array.from({ length: count }, () => samplesOf(inside));
    const filled = fill(template, { document: samplesOf(outside), lines });
    try {
      const found = samplesIn(readXml(filled));
      const isPlaced = found === outside.length + count * inside.length;
      if (!isPlaced || rawSample.test(filled)) return { fault: 'place', detail: '' };
    } catch (error) {
      if (error instanceof XmlError) return { fault: 'xml', detail: error.message };
      throw error;
    }
  }
  return undefined;
}

/**
 * Matches a placeholder inside a CDATA section, in which the escapes of a value would not be
 * decoded.
 */
const rawSample = /<!\[CDATA\[(?:(?!\]\]>)[^])*?\uE000/;

const samplesIn = ({ attributes, text, children }: XmlNode): number =>
  children.reduce(
    (sum, child) => sum + samplesIn(child),
    [text, ...Object.values(attributes)].join('').split(sample).length - 1,
  );

function templateOf(template: string, names: Names): AddendaTemplate {
  const ofLines = new Set(names.inside.filter((name) => lineNames.has(name)));
  const ofDocument = new Set(
    [...names.outside, ...names.inside].filter((name) => !ofLines.has(name)),
  );
  const missing = ({ document, lines }: AddendaValues): MissingValue[] => [
    ...lacking(ofDocument, document).map((name) => ({ name })),
    ...lines.flatMap((values, line) => lacking(ofLines, values).map((name) => ({ name, line }))),
  ];
  return {
    given: new Set([...ofDocument].filter((name) => !documentNames.has(name))),
    missing,
    write: (values) => {
      const [first] = missing(values);
      if (first) throw new Error(`the addenda has no ${first.name}`);
      return fill(template, values);
    },
  };
}

const lacking = (names: ReadonlySet<string>, values: Readonly<Record<string, string>>): string[] =>
  [...names].filter((name) => !Object.hasOwn(values, name) || values[name] === '');

function fill(template: string, { document, lines }: AddendaValues): string {
  const view = bare({ ...document, lines: lines.map(bare) });
  return writer().render(template, view, {}, { escape });
}

/**
 * Returns the values in an object without a prototype, because Mustache would find and call the
 * functions of a prototype.
 */
const bare = <Values extends object>(values: Values): Values =>
  Object.assign(Object.create(null) as Values, values);

/**
 * Creates a writer for a single use, because a writer of Mustache caches every template that it has
 * read.
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
