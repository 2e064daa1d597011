import { collapse } from './characters';
import type { Comprobante } from './comprobante';
import { comprobanteElement } from './comprobante-grammar';
import { STRUCTURE } from './finding';
import type { Finding, Path } from './finding';
import type { AttributeStep, Element, Step } from './grammar';
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

/** Reads a CFDI 4.0. Throws XmlError for unsafe or malformed XML, StructureError for another document. */
export function parseComprobante(
  xml: string | Uint8Array,
  limits?: ReadLimits,
): Parsed<Comprobante> {
  return parseRoot(comprobanteElement, readXml(xml, limits));
}

/** Reads a withholding document 2.0; throws as `parseComprobante`. */
export function parseRetenciones(
  xml: string | Uint8Array,
  limits?: ReadLimits,
): Parsed<Retenciones> {
  return parseRoot(retencionesElement, readXml(xml, limits));
}

/** Reads a stamp that stands alone; throws as `parseComprobante`. */
export function parseTimbre(xml: string | Uint8Array): Timbre {
  return parseRoot(timbreElement, readXml(xml)).document;
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
  for (const step of element.steps) {
    const field =
      step.part === 'attribute'
        ? readAttribute(reading, step, node, path)
        : readChildren(reading, element, step, node, path);
    if (field !== undefined) value[step.key] = field;
  }
  reportStrangers(reading, element, node, path);
  return value;
}

function readAttribute(reading: Reading, step: AttributeStep, node: XmlNode, path: Path): unknown {
  const written = node.attributes[step.name];
  if (written === undefined) {
    if (step.required) missing(reading, [...path, step.key], step.name);
    return undefined;
  }
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
  step: Exclude<Step, AttributeStep>,
  node: XmlNode,
  path: Path,
): unknown {
  const parents = step.wrapper === undefined ? [node] : named(node.children, step.wrapper);
  const inside =
    parents.length === 1 ? parents[0]!.children : parents.flatMap((parent) => parent.children);
  if (step.part === 'raw') {
    const others = step.wrapper === undefined ? unnamed(inside, element) : inside;
    return others.length > 0 ? others : undefined;
  }
  const children = named(inside, step.element.name);
  const here = [...path, step.key];
  if (children.length === 0) {
    if (step.required) missing(reading, here, step.wrapper ?? step.element.name);
    return step.required && step.many ? [] : undefined;
  }
  if (step.many) {
    return children.map((child, index) =>
      readElement(reading, step.element, child, [...here, index]),
    );
  }
  if (children.length > 1) {
    const message = `${step.element.name} appears ${children.length} times`;
    reading.findings.push({ code: STRUCTURE, path: here, message });
  }
  return readElement(reading, step.element, children[0]!, here);
}

function named(nodes: readonly XmlNode[], name: string): readonly XmlNode[] {
  return nodes.filter((node) => node.name === name);
}

function unnamed(nodes: readonly XmlNode[], element: Element<never>): XmlNode[] {
  return nodes.filter((node) => !childNames(element).has(node.name));
}

function missing(reading: Reading, path: Path, name: string): void {
  reading.isComplete = false;
  reading.findings.push({ code: STRUCTURE, path, message: `${name} is required` });
}

function reportStrangers(
  reading: Reading,
  element: Element<never>,
  node: XmlNode,
  path: Path,
): void {
  const names = attributeNames(element);
  for (const name in node.attributes) {
    if (names.has(name) || name.startsWith('xsi:')) continue;
    const message = `${element.name} has no attribute ${name}`;
    reading.findings.push({ code: STRUCTURE, path: [...path, name], message });
  }
  const children = childNames(element);
  if (children.has('*')) return;
  for (const child of node.children) {
    if (children.has(child.name)) continue;
    const message = `${element.name} has no element ${child.name}`;
    reading.findings.push({ code: STRUCTURE, path: [...path, child.name], message });
  }
}

const attributeNamesOf = new WeakMap<Element<never>, ReadonlySet<string>>();
const childNamesOf = new WeakMap<Element<never>, ReadonlySet<string>>();

function attributeNames(element: Element<never>): ReadonlySet<string> {
  let names = attributeNamesOf.get(element);
  if (!names) {
    names = new Set(element.attributes.map(({ name }) => name));
    attributeNamesOf.set(element, names);
  }
  return names;
}

/** Names of the allowed children; `*` when any is allowed. */
function childNames(element: Element<never>): ReadonlySet<string> {
  let names = childNamesOf.get(element);
  if (!names) {
    names = new Set(element.steps.flatMap(childNameOf));
    childNamesOf.set(element, names);
  }
  return names;
}

function childNameOf(step: Step): readonly string[] {
  if (step.part === 'attribute') return [];
  if (step.part === 'raw') return [step.wrapper ?? '*'];
  return [step.wrapper ?? step.element.name];
}
