import {
  documentComplements,
  itemComplements,
  withholdingComplements,
  type Complement,
  type ComplementAttribute,
  type ComplementElement,
} from '@timbre/api';
import { wordsIn, type InBoth, type PaperLanguage } from '@timbre/fiscal';

/** The printed words for an element of a complement. */
export interface ElementWords {
  /** The title; absent for an unknown complement. */
  readonly title?: string;
  label(attribute: string): string;
  /** The catalogue of an attribute with codes. */
  catalogOf(attribute: string): string | undefined;
}

interface Known {
  readonly title: InBoth<string>;
  readonly attributes: ReadonlyMap<string, ComplementAttribute>;
}

const known = new Map(
  [
    ...Object.values<Pick<Complement, 'title' | 'element'>>(documentComplements),
    ...Object.values(itemComplements),
    ...Object.values(withholdingComplements),
  ].flatMap(({ title, element }) => knownIn(element, title)),
);

function knownIn(element: ComplementElement, outer: InBoth<string>): [string, Known][] {
  const { name, attributes = [], each, children = [], title = outer } = element;
  const inner = [...(each ? [each] : []), ...children.map((child) => child.element)];
  const named = new Map(attributes.map((attribute) => [attribute[0], attribute]));
  return [[name, { title, attributes: named }], ...inner.flatMap((one) => knownIn(one, title))];
}

/** Returns the words for an element. An unknown element has its own names, split into words. */
export function wordsOfElement(name: string, language: PaperLanguage): ElementWords {
  const found = known.get(name);
  if (!found) return { label: splitWords, catalogOf: () => undefined };
  const inLanguage = (text: InBoth<string>) => wordsIn({ one: { text } }, language).one.text;
  return {
    title: inLanguage(found.title),
    label: (attribute) => {
      const [, , label] = found.attributes.get(attribute) ?? [];
      return label ? inLanguage(label) : splitWords(attribute);
    },
    catalogOf: (attribute) => {
      const [, , , type] = found.attributes.get(attribute) ?? [];
      return type === 'number' || type === 'yes_no' ? undefined : type;
    },
  };
}

export const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** Splits `MontISRAcredRetMexico` into words: `Mont ISR Acred Ret Mexico`. */
export const splitWords = (name: string): string =>
  name.replace(/(\p{Ll}|\d)(?=\p{Lu})/gu, '$1 ').replace(/(\p{Lu})(?=\p{Lu}\p{Ll})/gu, '$1 ');
