import { collapse } from './characters';
import type { Comprobante } from './comprobante';
import { comprobanteElement } from './comprobante-grammar';
import { STRUCTURE } from './finding';
import type { Finding, Path } from './finding';
import type { AttributeStep, ChildStep, Element, RawPart } from './grammar';
import type { Retenciones } from './retenciones';
import { retencionesElement } from './retenciones';
import type { Timbre } from './timbre-grammar';
import { timbreElement } from './timbre-grammar';
import { readXml } from './xml';
import type { ReadLimits, XmlNode } from './xml';

/** A document read into its model, with the tree that its seal is checked against. */
export interface Parsed<T> {
  readonly document: T;
  readonly root: XmlNode;
  /** What the schema does not allow but the model could do without. */
  readonly findings: readonly Finding[];
}

/** The document lacks what its model cannot do without. */
export class StructureError extends Error {
  override readonly name = 'StructureError';

  constructor(readonly findings: readonly Finding[]) {
    super(findings.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '));
  }
}

/** A document as text, as UTF-8 bytes or as the tree that was already read from them. */
export type Source = string | Uint8Array | XmlNode;

export function rootOf(source: Source, limits?: ReadLimits): XmlNode {
  const isText = typeof source === 'string' || source instanceof Uint8Array;
  return isText ? readXml(source, limits) : source;
}

/** Reads a CFDI 4.0. Throws XmlError for unsafe or malformed XML, StructureError for another document. */
export function parseComprobante(source: Source, limits?: ReadLimits): Parsed<Comprobante> {
  return parseRoot(comprobanteElement, rootOf(source, limits));
}

/** Reads a withholding document 2.0; throws as `parseComprobante`. */
export function parseRetenciones(source: Source, limits?: ReadLimits): Parsed<Retenciones> {
  return parseRoot(retencionesElement, rootOf(source, limits));
}

/** Reads a stamp that stands alone; throws as `parseComprobante`. */
export function parseTimbre(source: Source): Timbre {
  return parseRoot(timbreElement, rootOf(source)).document;
}

/** Reads a tree as the document that `element` describes. Throws StructureError. */
export function parseRoot<T>(element: Element<T>, root: XmlNode): Parsed<T> {
  const reading: Reading = { findings: [], isComplete: true };
  if (root.name !== element.name) {
    const message = `the root is ${root.name}, not ${element.name}`;
    throw new StructureError([{ code: STRUCTURE, path: [], message }]);
  }
  const document = readElement(reading, element, root, []) as T;
  if (!reading.isComplete) throw new StructureError(reading.findings);
  return { document, root, findings: reading.findings };
}

interface Reading {
  readonly findings: Finding[];
  isComplete: boolean;
}

function readElement(
  reading: Reading,
  element: Element<never>,
  node: XmlNode,
  path: Path,
): Record<string, unknown> {
  const value: Record<string, unknown> = {};
  let known = 0;
  for (const step of element.attributes) {
    const written = node.attributes[step.name];
    if (written === undefined) {
      if (step.required) missing(reading, [...path, step.key], step.name);
      continue;
    }
    known += 1;
    value[step.key] = readValue(reading, step, written, path);
  }
  if (element.children.length > 0 || node.children.length > 0) {
    readChildren(reading, element, node, path, value);
  }
  if (known < countOf(node.attributes)) reportAttributes(reading, element, node, path);
  return value;
}

function countOf(attributes: XmlNode['attributes']): number {
  let count = 0;
  for (const _name in attributes) count += 1;
  return count;
}

function readValue(reading: Reading, step: AttributeStep, written: string, path: Path): unknown {
  const text = step.type.keepsBlanks ? written : collapse(written);
  const value = step.type.parse(text);
  if (value === undefined) {
    reading.isComplete = false;
    const message = `${step.name} is not a ${step.type.expected}`;
    reading.findings.push({ code: STRUCTURE, path: [...path, step.key], message });
  }
  return value;
}

function readChildren(
  reading: Reading,
  element: Element<never>,
  node: XmlNode,
  path: Path,
  value: Record<string, unknown>,
): void {
  for (const step of element.children) {
    const field =
      step.part === 'raw'
        ? readRaw(element, step, node)
        : readChild(reading, step, node, [...path, step.key]);
    if (field !== undefined) value[step.key] = field;
  }
  reportChildren(reading, element, node, path);
}

function readRaw(element: Element<never>, step: RawPart, node: XmlNode): unknown {
  const names = childNames(element);
  const nodes =
    step.wrapper === undefined
      ? node.children.filter(({ name }) => !names.has(name))
      : inside(node, step.wrapper);
  return nodes.length > 0 ? nodes : undefined;
}

function readChild(
  reading: Reading,
  step: Extract<ChildStep, { part: 'child' }>,
  node: XmlNode,
  path: Path,
): unknown {
  const children = named(inside(node, step.wrapper), step.element.name);
  if (children.length === 0) {
    if (step.required) missing(reading, path, step.wrapper ?? step.element.name);
    return step.required && step.many ? [] : undefined;
  }
  if (step.many) {
    return children.map((child, index) => {
      return readElement(reading, step.element, child, [...path, index]);
    });
  }
  if (children.length > 1) {
    const message = `${step.element.name} appears ${children.length} times`;
    reading.findings.push({ code: STRUCTURE, path, message });
  }
  return readElement(reading, step.element, children[0]!, path);
}

const none: readonly XmlNode[] = [];

/** The children of a node, or of its wrapper, which almost never appears twice. */
function inside(node: XmlNode, wrapper: string | undefined): readonly XmlNode[] {
  if (wrapper === undefined) return node.children;
  const wrappers = named(node.children, wrapper);
  return wrappers.length < 2
    ? (wrappers[0]?.children ?? none)
    : wrappers.flatMap(({ children }) => children);
}

function named(nodes: readonly XmlNode[], name: string): readonly XmlNode[] {
  return nodes.length === 0 ? none : nodes.filter((node) => node.name === name);
}

function missing(reading: Reading, path: Path, name: string): void {
  reading.isComplete = false;
  reading.findings.push({ code: STRUCTURE, path, message: `${name} is required` });
}

function reportAttributes(
  reading: Reading,
  element: Element<never>,
  node: XmlNode,
  path: Path,
): void {
  for (const name in node.attributes) {
    const isKnown = element.attributes.some((step) => step.name === name);
    if (isKnown || name.startsWith('xsi:')) continue;
    const message = `${element.name} has no attribute ${name}`;
    reading.findings.push({ code: STRUCTURE, path: [...path, name], message });
  }
}

function reportChildren(
  reading: Reading,
  element: Element<never>,
  node: XmlNode,
  path: Path,
): void {
  const names = childNames(element);
  if (names.has(ANY)) return;
  for (const { name } of node.children) {
    if (names.has(name)) continue;
    const message = `${element.name} has no element ${name}`;
    reading.findings.push({ code: STRUCTURE, path: [...path, name], message });
  }
}

const ANY = '*';
const childNamesOf = new WeakMap<Element<never>, ReadonlySet<string>>();

/** Names of the allowed children, with ANY when every other is allowed too. */
function childNames(element: Element<never>): ReadonlySet<string> {
  let names = childNamesOf.get(element);
  if (!names) {
    names = new Set(element.children.map(childName));
    childNamesOf.set(element, names);
  }
  return names;
}

function childName(step: ChildStep): string {
  return step.wrapper ?? (step.part === 'raw' ? ANY : step.element.name);
}
