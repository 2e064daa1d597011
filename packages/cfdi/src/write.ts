import { collapse, escapeXml, needsEscaping } from './characters';
import { prefixOf } from './grammar';
import type { ChildStep, Element, Step } from './grammar';
import { XSI, namespaceNamed } from './namespaces';
import { appendRaw, type Output } from './write-raw';
import type { XmlNode } from './xml';

/** A document and its cadena original. */
export interface Written {
  readonly xml: string;
  readonly cadena: string;
}

/** A document without its Sello, which is computed from the cadena. The Sello is inserted afterwards. */
export interface Sealable {
  readonly cadena: string;
  /** The whole document with this Sello. */
  xml(sello: string): string;
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * Writes a document and its cadena in one pass. An existing `sello` of the model is written unchanged.
 * The function throws RangeError for text that XML does not allow.
 */
export function writeDocument<T extends object>(root: Element<T>, document: T): Written {
  const { cadena, head, tail } = writeAround(root, document as Fields);
  return { xml: head + tail, cadena };
}

/** Writes a document whose Sello will be computed from the cadena. */
export function writeSealable<T extends object>(root: Element<T>, document: T): Sealable {
  const { cadena, head, tail } = writeAround(root, { ...document, sello: undefined });
  return { cadena, xml: (sello) => `${head} Sello="${sello}"${tail}` };
}

/** Returns the XML before and after the Sello. */
function writeAround(root: Element<never>, fields: Fields) {
  const prefixes = new Set([prefixOf(root.name)]);
  const out: Output = { xml: '', cadena: '|', sealed: true, prefixes };
  writeAttributes(out, root, '', fields);
  const attributes = out.xml;
  out.xml = '';
  writeContent(out, root, fields);
  const start = `<?xml version="1.0" encoding="UTF-8"?>\n<${root.name}${declarations(prefixes)}`;
  return { cadena: `${out.cadena}||`, head: `${start}${attributes}`, tail: out.xml };
}

/**
 * Writes the namespace declarations. The SAT requires every namespace and its schema to be declared on
 * the root element.
 */
function declarations(prefixes: Iterable<string>): string {
  const namespaces = [...prefixes].map(namespaceNamed);
  const declared = namespaces.map(({ prefix, uri }) => ` xmlns:${prefix}="${uri}"`).join('');
  const schemas = namespaces.map(({ uri, schema }) => `${uri} ${schema}`).join(' ');
  return `${declared} xmlns:xsi="${XSI}" xsi:schemaLocation="${schemas}"`;
}

function writeElement(out: Output, element: Element<never>, fields: Fields): void {
  if (element.attributesFirst) writeAttributes(out, element, element.open, fields);
  else withoutSealing(out, () => writeAttributes(out, element, element.open, fields));
  writeContent(out, element, fields);
}

// For large documents, this loop takes most of the time. It therefore concatenates few local strings and
// appends to the document once per element.
function writeAttributes(out: Output, element: Element<never>, open: string, fields: Fields): void {
  let xml = open;
  let cadena = '';
  let isFirst = true;
  for (const { key, type, sealed, first, next } of element.attributes) {
    const value = fields[key];
    if (value === undefined) continue;
    const text = typeof value === 'string' ? value : String(value);
    xml += isFirst ? first : next;
    isFirst = false;
    if (type.plain || !needsEscaping(text)) {
      xml += text;
      if (sealed) cadena += '|' + text;
    } else {
      const collapsed = collapse(text);
      xml += escapeXml(type.keepsBlanks ? text : collapsed);
      if (sealed) cadena += '|' + collapsed;
    }
  }
  out.xml += isFirst ? xml : xml + '"';
  if (out.sealed) out.cadena += cadena;
}

function writeContent(out: Output, element: Element<never>, fields: Fields): void {
  let isOpen = false;
  // In the cadena of some elements, attributes follow children, so the loop visits all steps. The
  // attributes are not written to the XML again.
  for (const step of element.attributesFirst ? element.children : element.steps) {
    const value = fields[step.key];
    if (step.part === 'attribute') sealLate(out, step, value);
    else if (isPresent(value)) {
      if (!isOpen) out.xml += '>';
      isOpen = true;
      writeChildren(out, step, value);
    }
  }
  out.xml += isOpen ? element.close : '/>';
}

function sealLate(out: Output, step: Step & { part: 'attribute' }, value: unknown): void {
  if (value === undefined || !out.sealed || !step.sealed) return;
  out.cadena += '|' + collapse(String(value));
}

function isPresent(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : value !== undefined;
}

function writeChildren(out: Output, step: ChildStep, value: unknown): void {
  if (step.foreign && step.part === 'child') out.prefixes.add(prefixOf(step.element.name));
  if (out.sealed && !step.sealed) withoutSealing(out, () => writeItems(out, step, value));
  else writeItems(out, step, value);
}

function writeItems(out: Output, step: ChildStep, value: unknown): void {
  if (step.wrapper) out.xml += `<${step.wrapper}>`;
  if (step.part === 'raw') for (const node of value as XmlNode[]) appendRaw(out, node);
  else if (!step.many) writeElement(out, step.element, value as Fields);
  else for (const item of value as Fields[]) writeElement(out, step.element, item);
  if (step.wrapper) out.xml += `</${step.wrapper}>`;
}

function withoutSealing(out: Output, write: () => void): void {
  const { sealed } = out;
  out.sealed = false;
  write();
  out.sealed = sealed;
}
