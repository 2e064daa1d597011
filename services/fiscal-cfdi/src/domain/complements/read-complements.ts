import {
  documentComplements,
  itemComplements,
  type Complement,
  type ComplementElement,
} from '@timbre/api';
import type { ComplementPlace, Comprobante, Concepto, XmlNode } from '@timbre/cfdi';
import type { ComplementList, ComplementValues } from './complement-nodes';
import { rawComplementsOf } from './raw-complements';

/** The complements of a document from another system. */
export const readDocumentComplements = ({ complemento }: Pick<Comprobante, 'complemento'>) =>
  read(documentComplements, 'document', complemento?.otros).values;

/** The complements of a concept from another system. */
export const readItemComplements = ({ complementoConcepto }: Concepto) =>
  read(itemComplements, 'item', complementoConcepto).values;

/**
 * The names of the complements that do not follow their schema. The PDF and the XML show these
 * complements, but answers do not.
 */
export const unreadComplements = ({ complemento, conceptos }: Comprobante): string[] => [
  ...read(documentComplements, 'document', complemento?.otros).unread,
  ...conceptos.flatMap(
    ({ complementoConcepto }) => read(itemComplements, 'item', complementoConcepto).unread,
  ),
];

interface Read {
  /** The values are undefined for a document without complements, such as a draft. */
  readonly values: ComplementValues | undefined;
  readonly unread: string[];
}

function read(list: ComplementList, place: ComplementPlace, nodes: readonly XmlNode[] = []): Read {
  const values: Record<string, unknown> = {};
  const unread: string[] = [];
  const shownNames = new Set<string>();
  if (nodes.length === 0) return { values: undefined, unread };
  for (const [name, complement] of Object.entries(list)) {
    const node = nodes.find((one) => one.name === complement.element.name);
    if (!node) continue;
    const value = readComplement(complement, node);
    if (value === undefined) {
      unread.push(node.name);
      continue;
    }
    values[name] = value;
    shownNames.add(node.name);
  }
  const raw = rawComplementsOf(nodes, place, shownNames);
  if (raw.length > 0) values.complements = raw;
  return { values: Object.keys(values).length > 0 ? values : undefined, unread };
}

/** The value of a complement in answers; undefined if the XML is not as the complement's shape has it. */
export function readComplement({ element, shown, given }: Complement, node: XmlNode): unknown {
  const written = valueOf(element, node);
  // The cast is true, because `given` takes the value that the element of its own complement has.
  const value = given ? given(written as never) : written;
  return shown.safeParse(value).success ? value : undefined;
}

function valueOf(element: ComplementElement, node: XmlNode): unknown {
  const { attributes = [], each, children = [] } = element;
  const valuesOf = (one: ComplementElement) =>
    node.children.filter(({ name }) => name === one.name).map((child) => valueOf(one, child));
  if (each) return valuesOf(each);
  const value: Record<string, unknown> = {};
  for (const [attribute, field, , type] of attributes) {
    const text = node.attributes[attribute];
    if (text !== undefined) setMember(value, field, type === 'number' ? Number(text) : text);
  }
  for (const child of children) {
    const found = valuesOf(child.element);
    if (found.length > 0) setMember(value, child.field, child.many ? found : found[0]);
  }
  return value;
}

/** Sets a member, or a member of a member (`address.street`). */
function setMember(value: Record<string, unknown>, field: string, member: unknown): void {
  const [first = '', second] = field.split('.');
  if (second === undefined) value[first] = member;
  else value[first] = { ...(value[first] as object | undefined), [second]: member };
}
