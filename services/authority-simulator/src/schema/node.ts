import { Decimal, memberAt } from '@timbre/fiscal';

/**
 * An XML element of a document. Names have the SAT's prefix (`cfdi:Emisor`), even if the document uses
 * another prefix.
 */
export interface Node {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly Node[];
  readonly text: string;
}

const LOOSE = /[\t\n\r]|^ | $| {2}/;

/** Collapses white space, as almost every type of the SAT's schemas requires. */
export function collapse(value: string): string {
  return LOOSE.test(value) ? value.replace(/[ \t\n\r]+/g, ' ').replace(/^ | $/g, '') : value;
}

/**
 * Returns the tree with collapsed white space in every attribute, as the rules of the matrices require.
 */
export function collapsed(node: Node): Node {
  let children: Node[] | undefined;
  node.children.forEach((child, at) => {
    const one = collapsed(child);
    if (one === child) return;
    children ??= [...node.children];
    children[at] = one;
  });
  let attributes: Record<string, string> | undefined;
  for (const name in node.attributes) {
    const value = collapse(memberAt(node.attributes, name));
    if (value === node.attributes[name]) continue;
    attributes ??= { ...node.attributes };
    attributes[name] = value;
  }
  if (!attributes && !children) return node;
  return { ...node, ...(attributes && { attributes }), ...(children && { children }) };
}

/** Returns the element and all elements below it. */
export const descendants = (node: Node): readonly Node[] => [
  node,
  ...node.children.flatMap(descendants),
];

/** Returns the value of an attribute; undefined if the attribute is absent. */
export function valueOf(node: Node | undefined, name: string): string | undefined {
  return node?.attributes[name];
}

export function has(node: Node | undefined, name: string): boolean {
  return node?.attributes[name] !== undefined;
}

export const is = (node: Node | undefined, name: string, value: string): boolean =>
  valueOf(node, name) === value;

/**
 * Returns an amount exactly as the document contains it. Decimals in the schema can have a sign, or digits
 * on only one side of the point.
 */
export function amountOf(node: Node | undefined, name: string): Decimal | undefined {
  const value = node?.attributes[name];
  return value === undefined ? undefined : (Decimal.parse(value) ?? openDecimal(value));
}

function openDecimal(value: string): Decimal | undefined {
  const [, sign, whole, fraction] = /^([+-]?)([0-9]*)\.?([0-9]*)$/.exec(value) ?? [];
  const point = fraction ? `.${fraction}` : '';
  return Decimal.parse(`${sign === '-' ? '-' : ''}${whole || '0'}${point}`);
}

/** Returns an amount; zero if the attribute is absent. */
export function amountOrZero(node: Node | undefined, name: string): Decimal {
  return amountOf(node, name) ?? Decimal.zero;
}

export function childOf(node: Node | undefined, name: string): Node | undefined {
  if (node) for (const child of node.children) if (child.name === name) return child;
  return undefined;
}

/** Returns the elements at the end of a path of names. Each step selects all children with its name. */
export function childrenAt(node: Node | undefined, ...path: readonly string[]): readonly Node[] {
  let found: readonly Node[] = node ? [node] : NONE;
  for (const name of path) {
    if (found.length === 0) return NONE;
    const next: Node[] = [];
    for (const { children } of found) {
      for (const child of children) if (child.name === name) next.push(child);
    }
    found = next;
  }
  return found;
}

const NONE: readonly Node[] = [];
