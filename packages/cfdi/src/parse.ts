import { itemAt, firstIn } from '@timbre/fiscal';
import { collapse } from './characters';
import {
  isAbsent,
  reportAttributes,
  reportRepeated,
  reportText,
  reviewContent,
  reviewWrappers,
} from './closed-content';
import type { Comprobante } from './comprobante';
import { comprobanteElement } from './comprobante-grammar';
import { addFinding, collectFindings } from './finding';
import type { Finding } from './finding';
import type { AttributeStep, ChildStep, Element, RawPart } from './grammar';
import { structureFinding } from './place';
import type { Place } from './place';
import type { Retenciones } from './retenciones';
import { retencionesElement } from './retenciones';
import type { Timbre } from './timbre-grammar';
import { timbreElement } from './timbre-grammar';
import { readXml } from './xml';
import type { ReadLimits, XmlNode } from './xml';

/** A document that was read into its model, and the XML tree for the verification of its seal. */
export interface Parsed<T> {
  readonly document: T;
  readonly root: XmlNode;
  /** Schema violations that do not prevent reading the model. */
  readonly findings: readonly Finding[];
}

/**
 * The maximum number of findings in the error message. The member `findings` of the error contains
 * all findings.
 */
const SHOWN_MAX = 5;

/**
 * The error for a document that lacks a part that the model requires, or that has too many faults.
 */
export class StructureError extends Error {
  override readonly name = 'StructureError';

  constructor(readonly findings: readonly Finding[]) {
    const shown = findings.slice(0, SHOWN_MAX);
    const more = findings.length > shown.length ? [`${findings.length - shown.length} more`] : [];
    const texts = shown.map(({ path, message }) => `${path.join('.')}: ${message}`);
    super([...texts, ...more].join('; '));
  }
}

/** A document as text, as UTF-8 bytes, or as a parsed XML tree. */
export type Source = string | Uint8Array | XmlNode;

export function rootOf(source: Source, limits?: ReadLimits): XmlNode {
  const isText = typeof source === 'string' || source instanceof Uint8Array;
  return isText ? readXml(source, limits) : source;
}

/**
 * Reads a CFDI 4.0. The function throws XmlError for unsafe or malformed XML, and StructureError
 * for another root element.
 */
export function parseComprobante(source: Source, limits?: ReadLimits): Parsed<Comprobante> {
  return parseRoot(comprobanteElement, rootOf(source, limits));
}

/** Reads a withholding document 2.0. Throws the same errors as `parseComprobante`. */
export function parseRetenciones(source: Source, limits?: ReadLimits): Parsed<Retenciones> {
  return parseRoot(retencionesElement, rootOf(source, limits));
}

/** Reads a stamp that is a separate XML document. Throws the same errors as `parseComprobante`. */
export function parseTimbre(source: Source): Timbre {
  return parseRoot(timbreElement, rootOf(source)).document;
}

/** Reads an XML tree as the document that `element` describes. Throws StructureError. */
export function parseRoot<T>(element: Element<T>, root: XmlNode): Parsed<T> {
  if (root.name !== element.name) {
    const message = `the root element is ${root.name}, not ${element.name}`;
    throw new StructureError([structureFinding(undefined, message)]);
  }
  let document: T | undefined;
  const findings = collectFindings((found) => {
    const reading: Reading = { findings: found, isComplete: true };
    const value = readElement(reading, element, root, undefined) as T;
    if (reading.isComplete) document = value;
  });
  if (document === undefined) throw new StructureError(findings);
  return { document, root, findings };
}

interface Reading {
  readonly findings: Finding[];
  isComplete: boolean;
}

function readElement(
  reading: Reading,
  element: Element<never>,
  node: XmlNode,
  up: Place | undefined,
): Record<string, unknown> {
  const value: Record<string, unknown> = {};
  let known = 0;
  for (const step of element.attributes) {
    const written = node.attributes[step.name];
    if (written === undefined) {
      if (step.required) missing(reading, { up, key: step.key }, step.name);
      continue;
    }
    known += 1;
    value[step.key] = readValue(reading, step, written, up);
  }
  const { findings } = reading;
  if (known < countOf(node.attributes)) reportAttributes(findings, node, element.attributes, up);
  if (node.text !== '') reportText(findings, node, up);
  const seen = node.children.length > 0 ? reviewContent(findings, element, node, up) : 0;
  if (element.children.length > 0) readChildren(reading, element, node, up, value, seen);
  return value;
}

function countOf(attributes: XmlNode['attributes']): number {
  let count = 0;
  for (const _name in attributes) count += 1;
  return count;
}

function readValue(
  reading: Reading,
  step: AttributeStep,
  written: string,
  up: Place | undefined,
): unknown {
  const text = step.type.keepsBlanks ? written : collapse(written);
  const value = step.type.parse(text);
  if (value === undefined) {
    reading.isComplete = false;
    const message = `${step.name} must be ${step.type.expected}`;
    addFinding(reading.findings, structureFinding({ up, key: step.key }, message));
  }
  return value;
}

/**
 * The bit set `seen` has a bit for each attribute or child that is present. A bit set is fast, and
 * most optional attributes and children are absent.
 */
function readChildren(
  reading: Reading,
  element: Element<never>,
  node: XmlNode,
  up: Place | undefined,
  value: Record<string, unknown>,
  seen: number,
): void {
  for (let at = 0; at < element.children.length; at += 1) {
    const step = itemAt(element.children, at);
    if (isAbsent(seen, at)) {
      if (step.part === 'child' && step.required) {
        missing(reading, { up, key: step.key }, step.wrapper ?? step.element.name);
      }
      continue;
    }
    const place = { up, key: step.key };
    const nodes = inside(node, step.wrapper);
    const field =
      step.part === 'raw' ? readRaw(element, step, nodes) : readChild(reading, step, nodes, place);
    if (field !== undefined) value[step.key] = field;
    if (step.wrapper !== undefined) reviewWrappers(reading.findings, step, node, place);
  }
}

function readRaw(element: Element<never>, step: RawPart, nodes: readonly XmlNode[]): unknown {
  const kept =
    step.wrapper === undefined ? nodes.filter(({ name }) => !element.order.has(name)) : nodes;
  return kept.length > 0 ? kept : undefined;
}

function readChild(
  reading: Reading,
  step: Extract<ChildStep, { part: 'child' }>,
  nodes: readonly XmlNode[],
  place: Place,
): unknown {
  const { element } = step;
  let first: Record<string, unknown> | undefined;
  const items: Record<string, unknown>[] = [];
  for (const node of nodes) {
    if (node.name !== element.name) continue;
    const up = step.many ? { up: place, key: items.length } : place;
    const item = readElement(reading, element, node, up);
    first ??= item;
    items.push(item);
  }
  if (!first) {
    if (step.required) missing(reading, place, step.wrapper ?? element.name);
    return step.required && step.many ? items : undefined;
  }
  if (step.many) return items;
  if (items.length > 1) reportRepeated(reading.findings, element.name, items.length, place);
  return first;
}

/**
 * Returns the children of a node, or the children of its wrappers. A hostile file may have
 * thousands of wrappers.
 */
function inside(node: XmlNode, wrapper: string | undefined): readonly XmlNode[] {
  if (wrapper === undefined) return node.children;
  const wrappers = node.children.filter(({ name }) => name === wrapper);
  return wrappers.length === 1
    ? firstIn(wrappers).children
    : wrappers.flatMap((one) => one.children);
}

function missing(reading: Reading, place: Place, name: string): void {
  reading.isComplete = false;
  addFinding(reading.findings, structureFinding(place, `${name} is required`));
}
