import { collapse, escapeXml, needsCare } from './characters';
import { prefixOf } from './grammar';
import type { ChildStep, Element } from './grammar';
import { XSI, namespaceNamed } from './namespaces';
import { appendRaw } from './write-raw';
import type { XmlNode } from './xml';

/** A document and the cadena original it is sealed by. */
export interface Written {
  readonly xml: string;
  readonly cadena: string;
}

/** The two texts being written; `sealed` is false inside what the cadena leaves out. */
export interface Output {
  xml: string;
  cadena: string;
  sealed: boolean;
  readonly prefixes: Set<string>;
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * Writes a document and its cadena in one pass over the same values. `seal` turns the cadena into
 * the Sello, which the cadena itself never contains; without it the model's own `sello` is kept.
 * Throws RangeError for text that XML cannot hold.
 */
export function writeDocument<T extends object>(
  root: Element<T>,
  document: T,
  seal?: (cadena: string) => string,
): Written {
  const fields = { ...document, ...(seal && { sello: undefined }) } as Fields;
  const prefixes = new Set([prefixOf(root.name)]);
  const out: Output = { xml: '', cadena: '|', sealed: true, prefixes };
  writeAttributes(out, root, fields);
  const attributes = out.xml;
  out.xml = '';
  writeContent(out, root, fields);
  const cadena = `${out.cadena}||`;
  const sello = seal ? ` Sello="${seal(cadena)}"` : '';
  const head = `<?xml version="1.0" encoding="UTF-8"?>\n<${root.name}${declarations(prefixes)}`;
  return { xml: `${head}${attributes}${sello}${out.xml}`, cadena };
}

/** The SAT wants every namespace and its schema declared on the root element. */
export function declarations(prefixes: Iterable<string>): string {
  const namespaces = [...prefixes].map(namespaceNamed);
  const declared = namespaces.map(({ prefix, uri }) => ` xmlns:${prefix}="${uri}"`).join('');
  const schemas = namespaces.map(({ uri, schema }) => `${uri} ${schema}`).join(' ');
  return `${declared} xmlns:xsi="${XSI}" xsi:schemaLocation="${schemas}"`;
}

export function writeElement(out: Output, element: Element<never>, fields: Fields): void {
  out.xml += `<${element.name}`;
  if (element.attributesFirst) writeAttributes(out, element, fields);
  else unsealedly(out, () => writeAttributes(out, element, fields));
  writeContent(out, element, fields);
}

// Most of the time of a big document goes into this loop: it adds to local strings, and to the
// document once for each element.
function writeAttributes(out: Output, element: Element<never>, fields: Fields): void {
  let xml = '';
  let cadena = '';
  for (const { key, name, type, sealed } of element.attributes) {
    const value = fields[key];
    if (value === undefined) continue;
    const text = String(value);
    if (type.plain || !needsCare(text)) {
      xml += ` ${name}="${text}"`;
      if (sealed) cadena += `|${text}`;
    } else {
      const collapsed = collapse(text);
      xml += ` ${name}="${escapeXml(type.keepsBlanks ? text : collapsed)}"`;
      if (sealed) cadena += `|${collapsed}`;
    }
  }
  out.xml += xml;
  if (out.sealed) out.cadena += cadena;
}

function writeContent(out: Output, element: Element<never>, fields: Fields): void {
  if (!hasChildren(element, fields)) {
    out.xml += '/>';
    if (!element.attributesFirst) sealLate(out, element, fields);
    return;
  }
  out.xml += '>';
  if (element.attributesFirst) {
    for (const step of element.children) writeChildren(out, step, fields[step.key]);
  } else sealLate(out, element, fields);
  out.xml += `</${element.name}>`;
}

function hasChildren(element: Element<never>, fields: Fields): boolean {
  for (const step of element.children) if (isPresent(fields[step.key])) return true;
  return false;
}

function isPresent(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : value !== undefined;
}

/** Children and attributes in the order of the cadena; the XML has its attributes already. */
function sealLate(out: Output, element: Element<never>, fields: Fields): void {
  for (const step of element.steps) {
    const value = fields[step.key];
    if (step.part !== 'attribute') writeChildren(out, step, value);
    else if (value !== undefined && out.sealed && step.sealed) {
      out.cadena += `|${collapse(String(value))}`;
    }
  }
}

function writeChildren(out: Output, step: ChildStep, value: unknown): void {
  if (!isPresent(value)) return;
  if (step.foreign && step.part === 'child') out.prefixes.add(prefixOf(step.element.name));
  if (out.sealed && !step.sealed) unsealedly(out, () => writeItems(out, step, value));
  else writeItems(out, step, value);
}

function writeItems(out: Output, step: ChildStep, value: unknown): void {
  if (step.wrapper) out.xml += `<${step.wrapper}>`;
  if (step.part === 'raw') for (const node of value as XmlNode[]) appendRaw(out, node);
  else if (!step.many) writeElement(out, step.element, value as Fields);
  else for (const item of value as Fields[]) writeElement(out, step.element, item);
  if (step.wrapper) out.xml += `</${step.wrapper}>`;
}

function unsealedly(out: Output, write: () => void): void {
  const { sealed } = out;
  out.sealed = false;
  write();
  out.sealed = sealed;
}
