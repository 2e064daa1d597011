import Mustache from 'mustache';
import { certain } from '@timbre/fiscal';
import { documentNames, lineNames, type AddendaValues } from './addenda-values';
import { readXml, XmlError, type XmlNode } from './xml';

/**
 * The fault of a template.
 * - tag: `detail` is neither `{{name}}`, `{{#lines}}…{{/lines}}` nor a comment, or it is not closed
 * - place: a placeholder stands neither in a text nor in the value of an attribute
 * - xml: the filled template is not one well-formed element; `detail` is the reader's reason
 */
export interface AddendaFault {
  fault: 'tag' | 'place' | 'xml';
  detail: string;
}

/** A placeholder without a value; `line` is the position of a concept that lacks it, from 0. */
export interface MissingValue {
  name: string;
  line?: number;
}

/** The addenda of a customer, with placeholders for what differs in each document. */
export interface AddendaTemplate {
  /** The placeholders that no document fills by itself. */
  readonly given: ReadonlySet<string>;
  /** The placeholders that these values leave empty. */
  missing(values: AddendaValues): MissingValue[];
  /**
   * The addenda of one document.
   * @throws Error if a value is missing
   */
  write(values: AddendaValues): string;
}

/**
 * Reads a template in the language of Mustache, of which it may have `{{name}}`, `{{#lines}}…{{/lines}}` and
 * comments. Conditions, partials, other delimiters and values without escape are faults. The filled template is
 * well-formed XML for all values.
 */
export function readAddendaTemplate(text: string): AddendaTemplate | AddendaFault {
  const template = text.replace(/^\uFEFF?\s*<\?xml[^>]*\?>\s*/, '');
  const names = namesOf(template);
  if ('fault' in names) return names;
  return faultOf(template, names) ?? templateOf(template, names);
}

/** A token of Mustache: its kind, its text or name, its place, and the tokens of a section. */
type Token = readonly [kind: string, value: string, start: number, end: number, parts?: Token[]];

/** One name for each placeholder. */
interface Names {
  outside: string[];
  /** The placeholders of `lines`. */
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

/** A property of every object, such as `hasOwnProperty`, is no name: Mustache calls it on its own objects. */
const isName = (text: string): boolean =>
  /^(?!lines$)[a-z][A-Za-z0-9_]{0,39}$/.test(text) && !(text in Object.prototype);

/** Returns the name of a placeholder. @throws Error for a tag that a template may not have */
function nameIn([kind, value]: Token): string[] {
  if (kind === 'text' || kind === '!') return [];
  if (kind === 'name' && isName(value)) return [value];
  throw new Error(`{{${kind === 'name' ? '' : kind}${value}}}`);
}

/** Stands for any value. XML allows it in texts and values, but in no name. */
const sample = '\uE000';

/** Fills the template for one line and for two: a part that may repeat once may repeat often. */
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

/** A CDATA section shows an escaped value with its escapes. */
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
 * Returns the same values without a prototype, in which Mustache would find functions and call
 * them.
 */
const bare = <Values extends object>(values: Values): Values =>
  Object.assign(Object.create(null) as Values, values);

/** Mustache keeps every template that a writer has read, so no writer lives longer than one use. */
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
