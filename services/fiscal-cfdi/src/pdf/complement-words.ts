import {
  documentComplements,
  itemComplements,
  withholdingComplements,
  type Complement,
  type ComplementAttribute,
  type ComplementElement,
} from '@timbre/api';
import { wordsIn, type InBoth, type PaperLanguage } from '@timbre/fiscal';

/** The printed words for an XML element of a complement. */
export interface ElementWords {
  /** The title of the element; absent for an unknown complement. */
  readonly title?: string;
  label(attribute: string): string;
  /** Returns the catalogue for the codes of an attribute. */
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

function knownIn(
  element: ComplementElement,
  outer: InBoth<string>,
  parent?: string,
): [string, Known][] {
  const { name, attributes = [], fixedWords = {}, each, children = [], title = outer } = element;
  const inner = [...(each ? [each] : []), ...children.map((child) => child.element)];
  const fixed = Object.entries(fixedWords).map(([attribute, [label, type]]): ComplementAttribute =>
    type === undefined ? [attribute, '', label] : [attribute, '', label, type],
  );
  const named = new Map([...fixed, ...attributes].map((attribute) => [attribute[0], attribute]));
  const own = { title, attributes: named };
  return [
    [name, own],
    [keyOf(name, parent), own],
    ...inner.flatMap((one) => knownIn(one, title, name)),
  ];
}

/** The key contains the parent, because elements in different parents can have the same name. */
function keyOf(name: string, parent = ''): string {
  return `${parent} ${name}`;
}

/**
 * Returns the printed words for an XML element. For an unknown element, the function splits its XML names
 * into words.
 * @param parent is the name of the parent element; absent for the root element of a complement
 */
export function wordsOfElement(
  name: string,
  language: PaperLanguage,
  parent?: string,
): ElementWords {
  const found = known.get(keyOf(name, parent)) ?? known.get(name);
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
      return type?.includes('c_') ? type : undefined;
    },
  };
}

export const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** Splits a name such as `MontISRAcredRetMexico` into the words `Mont ISR Acred Ret Mexico`. */
export const splitWords = (name: string): string =>
  name.replace(/(\p{Ll}|\d)(?=\p{Lu})/gu, '$1 ').replace(/(\p{Lu})(?=\p{Lu}\p{Ll})/gu, '$1 ');
