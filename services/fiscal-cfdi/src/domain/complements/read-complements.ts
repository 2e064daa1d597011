import { documentComplements, itemComplements, type ComplementElement } from '@timbre/api';
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
 * The names of the complements that are not as their schema has them. These complements are on
 * paper and in the XML, but not in answers.
 */
export const unreadComplements = ({ complemento, conceptos }: Comprobante): string[] => [
  ...read(documentComplements, 'document', complemento?.otros).unread,
  ...conceptos.flatMap(
    ({ complementoConcepto }) => read(itemComplements, 'item', complementoConcepto).unread,
  ),
];

interface Read {
  /** Undefined without complements, as in a draft. */
  readonly values: ComplementValues | undefined;
  readonly unread: string[];
}

function read(list: ComplementList, place: ComplementPlace, nodes: readonly XmlNode[] = []): Read {
  const values: Record<string, unknown> = {};
  const unread: string[] = [];
  if (nodes.length === 0) return { values: undefined, unread };
  for (const [name, { element, shown }] of Object.entries(list)) {
    const node = nodes.find((one) => one.name === element.name);
    if (!node) continue;
    const value = valueOf(element, node);
    if (shown.safeParse(value).success) values[name] = value;
    else unread.push(element.name);
  }
  const raw = rawComplementsOf(nodes, place);
  if (raw.length > 0) values.complements = raw;
  return { values: Object.keys(values).length > 0 ? values : undefined, unread };
}

function valueOf({ attributes = [], each }: ComplementElement, node: XmlNode): unknown {
  if (each) {
    const children = node.children.filter(({ name }) => name === each.name);
    return children.map((child) => valueOf(each, child));
  }
  const present = attributes.flatMap(([attribute, field]) => {
    const value = node.attributes[attribute];
    return value === undefined ? [] : [[field, value]];
  });
  return Object.fromEntries(present) as Record<string, string>;
}
