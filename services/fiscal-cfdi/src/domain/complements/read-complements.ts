import {
  documentComplements,
  itemComplements,
  withholdingComplements,
  type Complement,
  type ComplementAttribute,
  type ComplementElement,
} from '@timbre/api';
import type {
  ComplementPlace,
  Comprobante,
  Concepto,
  Retenciones,
  Retenciones10,
  XmlNode,
} from '@timbre/cfdi';
import type { ComplementValues } from './complement-nodes';
import { rawComplementsOf } from './raw-complements';

/** Reads the complements of a document that another system created. */
export const readDocumentComplements = ({ complemento }: Pick<Comprobante, 'complemento'>) =>
  read(documentComplements, 'document', complemento?.otros).values;

/** Reads the complements of a concept that another system created. */
export const readItemComplements = ({ complementoConcepto }: Concepto) =>
  read(itemComplements, 'item', complementoConcepto).values;

/** Reads the complements of a withholding document that another system created. */
export const readWithholdingComplements = ({ complemento }: Withheld) => {
  const { values } = readTyped(withholdingComplements, complemento?.otros);
  return Object.keys(values).length > 0 ? values : undefined;
};

/**
 * Returns the names of those complements of a withholding document that do not follow their schema.
 */
export const unreadWithholdingComplements = ({ complemento }: Withheld): string[] =>
  readTyped(withholdingComplements, complemento?.otros).unread;

/**
 * Returns the names of those complements of a CFDI that do not follow their schema. The PDF and the
 * XML contain these complements, but the API's responses do not.
 */
export const unreadComplements = ({ complemento, conceptos }: Comprobante): string[] => [
  ...read(documentComplements, 'document', complemento?.otros).unread,
  ...conceptos.flatMap(
    ({ complementoConcepto }) => read(itemComplements, 'item', complementoConcepto).unread,
  ),
];

type Withheld = Pick<Retenciones | Retenciones10, 'complemento'>;

interface Read {
  /** All values are undefined if the document has no complements. */
  readonly values: ComplementValues | undefined;
  readonly unread: string[];
}

/**
 * The members of each complement that are needed to read it, keyed by the API's field of the
 * complement.
 */
type ReadableList = Readonly<Record<string, Pick<Complement, 'element' | 'shown' | 'given'>>>;

function read(list: ReadableList, place: ComplementPlace, nodes: readonly XmlNode[] = []): Read {
  if (nodes.length === 0) return { values: undefined, unread: [] };
  const { values, unread, shownNames } = readTyped(list, nodes);
  const raw = rawComplementsOf(nodes, place, shownNames);
  if (raw.length > 0) values.complements = raw;
  return { values: Object.keys(values).length > 0 ? values : undefined, unread };
}

function readTyped(list: ReadableList, nodes: readonly XmlNode[] = []) {
  const values: Record<string, unknown> = {};
  const unread: string[] = [];
  const shownNames = new Set<string>();
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
  return { values, unread, shownNames };
}

/**
 * Returns the value of a complement for the API's responses; undefined if the XML does not have the
 * complement's shape.
 */
export function readComplement(
  { element, shown, given }: ReadableList[string],
  node: XmlNode,
): unknown {
  const written = valueOf(element, node);
  // The cast is safe, because `given` accepts the value read from its own complement's element.
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
    if (text !== undefined) setMember(value, field, readText(text, type));
  }
  for (const child of children) {
    const found = valuesOf(child.element);
    if (found.length === 0) continue;
    if (child.field === undefined) Object.assign(value, found[0]);
    else setMember(value, child.field, child.many ? found : found[0]);
  }
  return value;
}

function readText(text: string, type: ComplementAttribute[3]): unknown {
  if (type === 'number') return Number(text);
  return type === 'yes_no' ? text === 'SI' : text;
}

/** Sets the value of a field, where `address.street` is a field of a nested object. */
function setMember(value: Record<string, unknown>, field: string, member: unknown): void {
  const [first = '', second] = field.split('.');
  if (second === undefined) value[first] = member;
  else value[first] = { ...(value[first] as object | undefined), [second]: member };
}
