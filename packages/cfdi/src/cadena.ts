import { collapse } from './characters';
import { complementOrders } from './complement-orders';
import { complementElements, documentElements } from './documents';
import { orderOf, parseOrders } from './seal-order';
import type { SealOrder, SealStep } from './seal-order';
import type { XmlNode } from './xml';

const documents = new Map(documentElements.map((element) => [element.name, orderOf(element)]));
let complements: ReadonlyMap<string, SealOrder> | undefined;

function complementOrder(name: string): SealOrder | undefined {
  complements ??= new Map([
    ...parseOrders(complementOrders),
    ...complementElements.map((element) => [element.name, orderOf(element)] as const),
  ]);
  return complements.get(name);
}

/**
 * Returns the cadena original of a parsed document. The cadena is built from the attributes as
 * written in the document, not from the model, because the model drops leading zeros that are part
 * of the sealed text. The function throws RangeError for a root element without a SAT stylesheet.
 */
export function cadenaOriginal(root: XmlNode): string {
  const order = documents.get(root.name);
  if (!order) throw new RangeError(`no cadena original is defined for ${root.name}`);
  return `|${sealed(root, order)}||`;
}

/** Returns the part of the cadena that belongs to one complement. */
export function cadenaOfComplement(node: XmlNode): string {
  const order = complementOrder(node.name);
  if (order) return sealed(node, order);
  // The SAT's stylesheet has no template for this element, so the built-in rules of XSLT apply:
  // they output only the text.
  return node.text + node.children.map(cadenaOfComplement).join('');
}

function sealed(node: XmlNode, order: SealOrder): string {
  let cadena = '';
  for (const step of order) cadena += take(node, step);
  return cadena;
}

function take(node: XmlNode, step: SealStep): string {
  if (step.take === 'attribute') {
    const owner = step.path.length === 0 ? node : at(node, step.path)[0];
    return field(owner?.attributes[step.name], step.required);
  }
  if (step.take === 'text') return field(at(node, step.path)[0]?.text, step.required);
  if (step.take === 'descendants')
    return descendants(node, step.name).map(cadenaOfComplement).join('');
  if (step.take === 'complements') {
    return at(node, step.path)
      .flatMap((owner) => owner.children.map(cadenaOfComplement))
      .join('');
  }
  let cadena = '';
  for (const child of at(node, step.path)) {
    cadena += step.order ? sealed(child, step.order) : cadenaOfComplement(child);
  }
  return cadena;
}

function field(value: string | undefined, required: boolean): string {
  if (value === undefined) return required ? '|' : '';
  return `|${collapse(value)}`;
}

function at(node: XmlNode, path: readonly string[]): readonly XmlNode[] {
  let nodes: readonly XmlNode[] = [node];
  for (const name of path) {
    nodes = nodes.flatMap(({ children }) => children.filter((child) => child.name === name));
  }
  return nodes;
}

function descendants(node: XmlNode, name: string): XmlNode[] {
  return node.children.flatMap((child) =>
    child.name === name ? [child, ...descendants(child, name)] : descendants(child, name),
  );
}
