import { CADENA_ORDERS } from './cadena-orders';
import { childrenAt, collapse, type Node } from './node';

/** Returns the part of the cadena that belongs to a node. */
type Write = (node: Node) => string;

const orders = new Map(
  CADENA_ORDERS.split('\n')
    .filter(Boolean)
    .map((line) => {
      const [name = '', words = ''] = line.split(': ');
      return [name, inOrder(words, name.slice(0, name.indexOf(':') + 1))] as const;
    }),
);

/** Returns the cadena original of a Comprobante or a Retenciones, as the SAT's stylesheets define it. */
export function cadenaOriginal(root: Node): string {
  return `|${partOf(root)}||`;
}

/**
 * Returns the part of the cadena for an element. For an element without an order, XSLT's built-in rules
 * return its text and its children.
 */
function partOf(node: Node): string {
  const write = orders.get(node.name);
  return write ? write(node) : node.text + node.children.map(partOf).join('');
}

function inOrder(words: string, prefix: string): Write {
  const steps = (words.match(/>[^ (]+\([^)]*\)|[^ ]+/g) ?? []).map((word) => stepOf(word, prefix));
  return (node) => {
    let cadena = '';
    for (const step of steps) cadena += step(node);
    return cadena;
  };
}

function stepOf(word: string, prefix: string): Write {
  const [, target, block] = /^>([^(]+)(?:\((.*)\))?$/.exec(word) ?? [];
  if (target !== undefined) {
    const find = finderOf(target, prefix);
    const write = block === undefined ? partOf : inOrder(block, prefix);
    return (node) => find(node).map(write).join('');
  }
  const isRequired = word.endsWith('!');
  const name = isRequired ? word.slice(0, -1) : word;
  const read = name.endsWith('#') ? textReader(name.slice(0, -1), prefix) : attributeReader(name);
  return (node) => {
    const value = read(node);
    if (value === undefined) return isRequired ? '|' : '';
    return `|${collapse(value)}`;
  };
}

function finderOf(target: string, prefix: string): (node: Node) => readonly Node[] {
  if (target === '*') return ({ children }) => children;
  if (target.startsWith('>')) return (node) => descendantsOf(node, prefix + target.slice(1));
  const path = target.split('/').map((name) => prefix + name);
  return (node) => childrenAt(node, ...path);
}

function descendantsOf(node: Node, name: string): readonly Node[] {
  return node.children.flatMap((child) => [
    ...(child.name === name ? [child] : []),
    ...descendantsOf(child, name),
  ]);
}

function attributeReader(name: string): (node: Node) => string | undefined {
  return ({ attributes }) => attributes[name];
}

function textReader(path: string, prefix: string): (node: Node) => string | undefined {
  if (path === '') return ({ text }) => text;
  const find = finderOf(path, prefix);
  return (node) => find(node)[0]?.text;
}
