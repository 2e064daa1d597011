import { itemAt } from '@timbre/fiscal';
import { collapse } from './characters';
import { typeNamed } from './complement-types';
import type { ValueType } from './complement-types';
import { prefixOf } from './grammar';

/** An attribute, or the text of an element. */
export interface ShapeValue {
  readonly isRequired: boolean;
  /** Undefined if the value can be any text. */
  readonly type: ValueType | undefined;
  /** Returns the value to check: the text with collapsed blanks, or the unchanged text. */
  read(text: string): string;
}

/** The structure of an element: its attributes and either its text or its children. */
export interface Shape {
  readonly name: string;
  /** The minimum number of occurrences of the element in its parent. */
  readonly least: number;
  readonly most: number;
  /** `either` means that all children have the same name. */
  readonly order: 'sequence' | 'any' | 'either';
  readonly isMixed: boolean;
  readonly attributes: ReadonlyMap<string, ShapeValue>;
  readonly text: ShapeValue | undefined;
  readonly children: readonly Shape[];
}

interface OpenShape extends Shape {
  readonly children: Shape[];
}

/**
 * Parses the notation of `complement-schemas.ts`. The function throws SyntaxError for any other
 * text.
 * @returns a map with the structure of each complement, keyed by the name of its root element
 */
export function parseShapes(notation: string): ReadonlyMap<string, Shape> {
  const shapes = new Map<string, Shape>();
  const open: OpenShape[] = [];
  for (const line of notation.replace(/\n +(?=@)/g, ' ').split('\n')) {
    if (line === '') continue;
    const level = line.search(/\S/) / 2;
    const shape = parseShape(line.trim(), prefixOf(open[0]?.name ?? ''), level);
    if (level === 0) shapes.set(shape.name, shape);
    else itemAt(open, level - 1).children.push(shape);
    open.splice(level, Infinity, shape);
  }
  return shapes;
}

const HEAD = /^([^\s?*+]+)([?*+]?)(\d*)(?: (any|either|mixed))?$/;

function parseShape(line: string, prefix: string, level: number): OpenShape {
  const [head = '', ...values] = line.split(/ (?=[@.])/);
  const [all, name = '', sign = '', bound = '', word] = HEAD.exec(head) ?? [];
  if (all === undefined) throw new SyntaxError(`not an element: ${head}`);
  const attributes = values.filter((value) => value.startsWith('@'));
  const text = values.find((value) => value.startsWith('.'));
  const isMany = sign === '*' || sign === '+';
  return {
    name: level === 0 ? name : `${prefix}:${name}`,
    least: sign === '?' || sign === '*' ? 0 : 1,
    most: isMany ? Number(bound || Infinity) : 1,
    order: word === 'any' || word === 'either' ? word : 'sequence',
    isMixed: word === 'mixed',
    attributes: new Map(attributes.map(parseValue)),
    text: text === undefined ? undefined : parseValue(text)[1],
    children: [],
  };
}

const VALUE = /^(?:@([^?:=]+)|\.)(\??)(?:([:=])(.+))?$/;

function parseValue(value: string): [name: string, value: ShapeValue] {
  const [all, name = '', optional, blanks, type] = VALUE.exec(value) ?? [];
  if (all === undefined) throw new SyntaxError(`not an attribute: ${value}`);
  const read = blanks === ':' ? collapse : (text: string) => text;
  return [name, { isRequired: optional === '', type: type ? typeNamed(type) : undefined, read }];
}
