import { collapse, escapeXml, needsCare } from './characters';
import { prefixOf } from './grammar';
import type { AttributeStep, ChildPart, Element, RawPart, Step } from './grammar';
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
  for (const step of root.attributes) writeAttribute(out, step, fields[step.key]);
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

function writeAttributes(out: Output, element: Element<never>, fields: Fields): void {
  for (const step of element.attributes) writeAttribute(out, step, fields[step.key]);
}

function writeContent(out: Output, element: Element<never>, fields: Fields): void {
  const hasChildren = element.steps.some((step) => isPresent(step, fields[step.key]));
  out.xml += hasChildren ? '>' : '/>';
  for (const step of element.steps) {
    const value = fields[step.key];
    if (step.part !== 'attribute') writeChildren(out, step, value);
    else if (!element.attributesFirst) sealLate(out, step, value);
  }
  if (hasChildren) out.xml += `</${element.name}>`;
}

function isPresent(step: Step, value: unknown): boolean {
  if (step.part === 'attribute' || value === undefined) return false;
  return !Array.isArray(value) || value.length > 0;
}

function writeChildren(out: Output, step: Step, value: unknown): void {
  if (step.part === 'attribute' || !isPresent(step, value)) return;
  if (step.foreign && step.part === 'child') out.prefixes.add(prefixOf(step.element.name));
  if (out.sealed && !step.sealed) unsealedly(out, () => writeItems(out, step, value));
  else writeItems(out, step, value);
}

function writeItems(out: Output, step: ChildPart<never> | RawPart, value: unknown): void {
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

function writeAttribute(out: Output, step: AttributeStep, value: unknown): void {
  if (value === undefined) return;
  const text = String(value);
  const isSealed = out.sealed && step.sealed;
  if (step.type.plain || !needsCare(text)) {
    out.xml += ` ${step.name}="${text}"`;
    if (isSealed) out.cadena += `|${text}`;
    return;
  }
  const collapsed = collapse(text);
  out.xml += ` ${step.name}="${escapeXml(step.type.keepsBlanks ? text : collapsed)}"`;
  if (isSealed) out.cadena += `|${collapsed}`;
}

function sealLate(out: Output, step: AttributeStep, value: unknown): void {
  if (value !== undefined && out.sealed && step.sealed) out.cadena += `|${collapse(String(value))}`;
}
