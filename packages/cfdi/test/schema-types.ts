import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isCalendarDate } from '@timbre/fiscal';
import { collapse } from '../src/characters';
import { readXml, xmlNode } from '../src/xml';
import type { XmlNode } from '../src/xml';

/** An attribute in the SAT's schemas: its path and its accepted values. */
export interface SchemaAttribute {
  readonly path: string;
  readonly isRequired: boolean;
  /** The codes of a catalogue that the schema lists. */
  readonly codes: readonly string[];
  /** The length and value bounds in the schema, for tests. */
  readonly bounds: readonly string[];
  accepts(text: string): boolean;
}

interface Simple {
  readonly base: string;
  readonly facets: readonly (readonly [name: string, value: string])[];
  readonly codes?: ReadonlySet<string>;
}

/** Reads the attributes from schema files, with the paths of their elements. */
export class Schemas {
  private readonly types = new Map<string, Simple>();

  constructor(private readonly folder: string) {}

  /**
   * Stores the simple types that a file defines, under the prefix that other files use for the
   * types.
   */
  learn(prefix: string, file: string): void {
    for (const node of this.read(file).children) {
      if (node.name !== 'xs:simpleType') continue;
      this.types.set(`${prefix}:${node.attributes.name}`, simpleOf(node));
    }
  }

  /**
   * Returns the attributes of the first element in a file and of its descendants. `prefix` is added
   * to the names of the types.
   */
  attributes(prefix: string, file: string): SchemaAttribute[] {
    const root = this.read(file).children.find(({ name }) => name === 'xs:element');
    return root ? [...this.below(prefix, root, [])] : [];
  }

  /**
   * Returns the first element of a file with every optional part and an accepted value for each
   * part.
   */
  sample(prefix: string, file: string): XmlNode {
    const root = this.read(file).children.find(({ name }) => name === 'xs:element')!;
    return this.sampleOf(prefix, root);
  }

  private sampleOf(prefix: string, element: XmlNode): XmlNode {
    const parts = [...ownParts(element)];
    const attributes = parts
      .filter(({ name }) => name === 'xs:attribute')
      .map((node) => [node.attributes.name!, sampleValue(this.attributeOf(node, []))] as const);
    const children = parts.filter(({ name }) => name === 'xs:element');
    return xmlNode(
      `${prefix}:${element.attributes.name}`,
      Object.fromEntries(attributes),
      children.map((child) => this.sampleOf(prefix, child)),
    );
  }

  private *below(
    prefix: string,
    node: XmlNode,
    above: readonly string[],
  ): Generator<SchemaAttribute> {
    const isElement = node.name === 'xs:element';
    const path = isElement ? [...above, `${prefix}:${node.attributes.name}`] : above;
    if (node.name === 'xs:attribute') yield this.attributeOf(node, above);
    else for (const child of node.children) yield* this.below(prefix, child, path);
  }

  private attributeOf(node: XmlNode, path: readonly string[]): SchemaAttribute {
    const { name, type, use, fixed } = node.attributes;
    const inline = node.children.find((child) => child.name === 'xs:simpleType');
    const chain = inline ? this.chain(simpleOf(inline)) : this.chainOf(type ?? 'xs:string');
    const all = chain.flatMap(({ facets }) => facets);
    const valuesOf = (facet: RegExp): string[] =>
      all.filter(([key]) => facet.test(key)).map(([, value]) => value);
    return {
      path: [...path, name].join('/'),
      isRequired: use === 'required',
      codes: chain.flatMap(({ codes }) => [...(codes ?? [])]),
      bounds: valuesOf(/^(length|minLength|maxLength|minInclusive|maxInclusive)$/),
      accepts: (text) =>
        (fixed === undefined || text === fixed) && chain.every((simple) => accepts(simple, text)),
    };
  }

  private chain(simple: Simple): Simple[] {
    return [simple, ...this.chainOf(simple.base)];
  }

  private chainOf(name: string): Simple[] {
    if (name.startsWith('xs:')) return [{ base: name, facets: [] }];
    const known = this.types.get(name);
    if (!known) throw new Error(`the type ${name} is not known`);
    return this.chain(known);
  }

  private read(file: string): XmlNode {
    const limits = { bytesMax: 50_000_000, nodesMax: 1_000_000 };
    return readXml(readFileSync(join(this.folder, file)), limits);
  }
}

/** Yields the attributes and children that belong to the element itself. */
function* ownParts(node: XmlNode): Generator<XmlNode> {
  for (const child of node.children) {
    if (child.name === 'xs:attribute' || child.name === 'xs:element') yield child;
    else yield* ownParts(child);
  }
}

let samples = 0;

/** Returns a value that differs from the other samples, if the type allows a different value. */
function sampleValue({ path, codes, accepts }: SchemaAttribute): string {
  const number = (samples += 1);
  const candidates = [
    `Texto ${number}`,
    `${1_000 + number}.25`,
    String(number),
    String(number % 10),
    '1.0',
    '1.1',
    '1.2',
    '0.160000',
    '2026-11-21',
    'AAA010101AAA',
    'AAAA010101AAA',
    'OED171017IU6',
    'XEXX010101HNEXXXA4',
    'SI',
    'Tasa',
    'true',
    '12345678901234567890',
    ...codes,
  ];
  const value = candidates.find((candidate) => accepts(candidate));
  if (value === undefined) throw new Error(`no value for ${path}`);
  return value;
}

function simpleOf(node: XmlNode): Simple {
  const restriction = node.children.find(({ name }) => name === 'xs:restriction')!;
  const all = restriction.children.map(
    ({ name, attributes }) => [name.slice(3), attributes.value ?? ''] as const,
  );
  const codes = new Set(all.filter(([name]) => name === 'enumeration').map(([, code]) => code));
  const facets = all.filter(([name]) => name !== 'enumeration');
  return { base: restriction.attributes.base!, facets, ...(codes.size > 0 && { codes }) };
}

const BASES: Readonly<Record<string, (text: string) => boolean>> = {
  'xs:string': () => true,
  'xs:decimal': (text) => /^[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)$/.test(text),
  'xs:integer': (text) => /^[+-]?[0-9]+$/.test(text),
  'xs:int': (text) => /^[+-]?[0-9]+$/.test(text) && Math.abs(Number(text)) <= 2_147_483_647,
  'xs:short': (text) => /^[+-]?[0-9]+$/.test(text) && Math.abs(Number(text)) <= 32_767,
  'xs:date': (text) => /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text) && isCalendarDate(text),
  'xs:base64Binary': (text) => {
    const digits = text.replaceAll(' ', '');
    return Buffer.from(digits, 'base64').toString('base64') === digits;
  },
  'xs:dateTime': (text) =>
    /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}$/.test(text) &&
    isCalendarDate(text.slice(0, 10)),
};

/**
 * Whether one derivation step of a type accepts the text. A value is accepted if it matches one
 * pattern or code.
 */
function accepts({ base, facets, codes }: Simple, written: string): boolean {
  const keeps = facets.some(([name, value]) => name === 'whiteSpace' && value === 'preserve');
  const isText = base === 'xs:string' && !facets.some(([name]) => name === 'whiteSpace');
  const text = keeps || isText ? written : collapse(written);
  const some = (facet: string, test: (value: string) => boolean): boolean => {
    const values = facets.filter(([name]) => name === facet).map(([, value]) => value);
    return values.length === 0 || values.some(test);
  };
  const length = [...text].length;
  return (
    (BASES[base]?.(text) ?? true) &&
    (!codes || codes.has(text)) &&
    some('pattern', (value) => new RegExp(`^(?:${value})$`, 'u').test(text)) &&
    some('length', (value) => length === Number(value)) &&
    some('minLength', (value) => length >= Number(value)) &&
    some('maxLength', (value) => length <= Number(value)) &&
    some('minInclusive', (value) => Number(text) >= Number(value)) &&
    some('maxInclusive', (value) => Number(text) <= Number(value)) &&
    some(
      'fractionDigits',
      (value) => (/\.([0-9]*?)0*$/.exec(text)?.[1] ?? '').length <= Number(value),
    ) &&
    some('totalDigits', (value) => text.replace(/\D/g, '').length <= Number(value))
  );
}
