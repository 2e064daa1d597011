import { valueAt, itemAt } from '@timbre/fiscal';
import { collapse, type Node } from './node';
import { typeNamed, type Type } from './types';

/** A violation of the schema: its path, and the requirement of the schema. */
export interface Fault {
  readonly path: string;
  readonly message: string;
}

interface Attribute extends Type {
  readonly name: string;
  readonly isRequired: boolean;
}

interface Particle {
  /**
   * The full names of the allowed elements. If there are several names, the document contains one of these
   * elements.
   */
  readonly names: readonly string[];
  readonly shape: string;
  readonly min: number;
  readonly max: number;
}

interface Shape {
  readonly attributes: ReadonlyMap<string, Attribute>;
  /** The type of the element's text; absent if the element has no text. */
  readonly text?: Type | undefined;
  readonly particles: readonly Particle[];
  readonly order: Order;
}

/**
 * The order of an element's children. `sequence`: the children are in the given order. `choice`: the
 * children are only elements of one name, or there are none. `any`: the children are in any order. `open`:
 * elements of other vocabularies are also allowed. `some`: like `open`, with at least one element.
 * `anything`: the children are not checked.
 */
const MODES = ['choice', 'any', 'open', 'anything', 'some'] as const;
type Order = 'sequence' | (typeof MODES)[number];

/** The elements of all vocabularies, keyed by name: the elements of a document and of its complements. */
export type Grammar = ReadonlyMap<string, Shape>;

/**
 * Parses vocabularies in the notation of `vocabularies.ts`. A line that begins with `>` lists the children
 * of the element above it.
 */
export function readGrammar(vocabularies: Readonly<Record<string, string>>): Grammar {
  const grammar = new Map<string, Shape>();
  for (const [prefix, source] of Object.entries(vocabularies)) {
    let name = '';
    for (const line of source
      .split('\n')
      .map((text) => text.trim())
      .filter(Boolean)) {
      if (line.startsWith('>')) {
        grammar.set(name, { ...valueAt(grammar, name), ...contentOf(prefix, line.slice(1)) });
        continue;
      }
      const colon = line.indexOf(':');
      name = `${prefix}:${line.slice(0, colon)}`;
      const attributes = words(line.slice(colon + 1)).map(attributeOf);
      const byName = new Map(attributes.map((attribute) => [attribute.name, attribute]));
      const text = byName.get(TEXT);
      byName.delete(TEXT);
      grammar.set(name, { attributes: byName, text, particles: [], order: 'sequence' });
    }
  }
  return grammar;
}

/** The name under which the text of an element is stored among its attributes. */
const TEXT = '#';

function words(text: string): string[] {
  return text.split(' ').filter(Boolean);
}

function attributeOf(word: string): Attribute {
  const [, name = '', mark, type = ''] = /^([^!=]+)(!?)=(.+)$/.exec(word) ?? [];
  return { ...typeNamed(type), name, isRequired: mark === '!' };
}

const OCCURRENCES = { '': [1, 1], '?': [0, 1], '*': [0, Infinity], '+': [1, Infinity] } as const;

function contentOf(prefix: string, text: string): Pick<Shape, 'particles' | 'order'> {
  const all = words(text);
  const mode = MODES.find((known) => known === all[0]);
  const particles = (mode ? all.slice(1) : all).map((word) => {
    const [, names = '', shape, mark = '', least, most] =
      /^([^[?*+{]+)(?:\[(\w+)\])?([?*+]?)(?:\{(\d+)-(\d+)\})?$/.exec(word) ?? [];
    const [min, max] =
      most === undefined
        ? OCCURRENCES[mark as keyof typeof OCCURRENCES]
        : [Number(least), Number(most)];
    const full = names.split('|').map((name) => (name.includes(':') ? name : `${prefix}:${name}`));
    return { names: full, shape: shape ? `${prefix}:${shape}` : '', min, max };
  });
  return { particles, order: mode ?? 'sequence' };
}

/** Returns the first violation of the grammar in the tree, if there is one. */
export function faultOf(grammar: Grammar, root: Node): Fault | undefined {
  return checkElement(grammar, root, root.name, root.name);
}

function checkElement(
  grammar: Grammar,
  node: Node,
  shapeName: string,
  path: string,
): Fault | undefined {
  const shape = grammar.get(shapeName);
  if (!shape) return { path, message: `el elemento ${node.name} no existe en el esquema` };
  const fault = checkAttributes(shape, node, path) ?? checkText(shape, node, path);
  if (fault) return fault;
  if (shape.order === 'some' && node.children.length === 0)
    return { path, message: `${node.name} está vacío` };
  if (shape.order === 'anything') return undefined;
  if (shape.order !== 'sequence' && shape.order !== 'choice')
    return checkAnyOrder(grammar, shape, node, path);
  const particles = shape.order === 'choice' ? chosenBy(node, shape) : shape.particles;
  return checkSequence(grammar, particles, node, path);
}

/**
 * Returns the particle to which the first child belongs; if the element has no children or no particle fits
 * the first child, the result is undefined.
 */
function chosenBy({ children }: Node, { particles }: Shape): readonly Particle[] {
  const [first] = children;
  return particles.filter(({ names }) => first && names.includes(first.name));
}

/**
 * Checks the text of an element against its type. An element whose schema allows no children may not
 * contain blanks.
 */
function checkText({ text, particles, order }: Shape, node: Node, path: string): Fault | undefined {
  if (text) {
    if (isOf(text, node.text)) return undefined;
    return { path, message: `el texto de ${node.name} no cumple con el patrón` };
  }
  const isEmpty = particles.length === 0 && order !== 'anything';
  if (node.text === '' || (!isEmpty && !/[^ \t\r\n]/.test(node.text))) return undefined;
  return { path, message: `${node.name} no admite texto` };
}

const isOf = ({ keepsBlanks, test }: Type, value: string): boolean =>
  test(keepsBlanks ? value : collapse(value));

function checkAttributes(shape: Shape, node: Node, path: string): Fault | undefined {
  for (const attribute of shape.attributes.values()) {
    const { name, isRequired } = attribute;
    const value = node.attributes[name];
    if (value === undefined) {
      if (isRequired) return { path: `${path}@${name}`, message: `falta el atributo ${name}` };
    } else if (!isOf(attribute, value)) {
      return { path: `${path}@${name}`, message: `el valor de ${name} no cumple con el patrón` };
    }
  }
  for (const name in node.attributes) {
    if (shape.attributes.has(name) || name.startsWith('xsi:')) continue;
    return { path: `${path}@${name}`, message: `${node.name} no admite el atributo ${name}` };
  }
  return undefined;
}

function checkSequence(
  grammar: Grammar,
  particles: readonly Particle[],
  node: Node,
  path: string,
): Fault | undefined {
  let at = 0;
  let count = 0;
  for (const child of node.children) {
    while (at < particles.length && !itemAt(particles, at).names.includes(child.name)) {
      if (count < itemAt(particles, at).min) return missing(itemAt(particles, at), path);
      at += 1;
      count = 0;
    }
    const particle = particles[at];
    if (!particle || count === particle.max)
      return { path, message: `${node.name} no admite ${child.name} en ese lugar` };
    count += 1;
    const fault = checkChild(grammar, particle, child, path);
    if (fault) return fault;
  }
  for (; at < particles.length; at += 1, count = 0) {
    if (count < itemAt(particles, at).min) return missing(itemAt(particles, at), path);
  }
  return undefined;
}

function checkChild(
  grammar: Grammar,
  { shape }: Particle,
  child: Node,
  path: string,
): Fault | undefined {
  return checkElement(grammar, child, shape || child.name, `${path}/${child.name}`);
}

function missing({ names }: Particle, path: string): Fault {
  return { path, message: `falta el elemento ${names.join(' o ')}` };
}

/**
 * Checks children that can be in any order, such as complements and the elements of some complements. The
 * wildcard of the SAT's schemas is strict, so it allows only elements that a schema declares. A complement
 * without a grammar here, such as a complement of an earlier version, is allowed, because its declared
 * elements are unknown here.
 */
function checkAnyOrder(
  grammar: Grammar,
  { particles, order }: Shape,
  node: Node,
  path: string,
): Fault | undefined {
  const known = particles.flatMap(({ names }) => names);
  const ours = [node.name, ...known].map(prefixOf);
  const counts = new Map<string, number>();
  for (const child of node.children) {
    if ((order === 'open' || order === 'some') && !ours.includes(prefixOf(child.name))) continue;
    const particle = particles.find(({ names }) => names.includes(child.name));
    const count = (counts.get(child.name) ?? 0) + 1;
    if (!particle || count > particle.max)
      return { path, message: `${node.name} no admite ${child.name}` };
    counts.set(child.name, count);
    const fault = checkChild(grammar, particle, child, path);
    if (fault) return fault;
  }
  const lacking = particles.find(
    ({ names, min }) => min > 0 && !names.some((name) => counts.has(name)),
  );
  return lacking && missing(lacking, path);
}

function prefixOf(name: string): string {
  return name.slice(0, name.indexOf(':') + 1);
}
