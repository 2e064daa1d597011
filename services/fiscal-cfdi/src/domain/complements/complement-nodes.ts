import {
  documentComplements,
  itemComplements,
  withholdingComplements,
  type Complement,
  type ComplementedDocument,
  type ComplementChild,
  type ComplementElement,
  type WithheldDocument,
} from '@timbre/api';
import { xmlNode, type ConceptoInput, type XmlNode } from '@timbre/cfdi';
import type { Item, ItemComplements } from '@timbre/items';
import type { Draft, DraftInput } from '../drafting/draft';
import { rawNodes } from './raw-complements';

/** A JSON object with the values of complements, keyed by the API's field of each complement. */
export type ComplementValues = ItemComplements;

/** A lookup table of complements, keyed by the API's field of each complement. */
export type ComplementList = Readonly<Record<string, Complement>>;

/** The members of a draft that are needed to write its complements. */
export type ComplementedParts = Pick<Draft, 'input' | 'items'> & Partial<Pick<Draft, 'customer'>>;

/** Builds the XML of a document's complements (`Complemento`). */
export const documentNodes = (
  { input, items, customer }: ComplementedParts,
  issuer: ComplementedDocument['issuer'],
): XmlNode[] => {
  const { complements, currency, exchangeRate } = input;
  if (!complements) return [];
  const document = { issuer, customer: customer ?? undefined, items, currency, exchangeRate };
  return nodesOf(documentComplements, complements, document);
};

/**
 * Returns the input of a draft as it is stored. Some complements contain a value that is derived
 * from the document's identifier.
 */
export function keptInput(input: DraftInput, documentId: string): DraftInput {
  const { complements } = input;
  if (!complements) return input;
  const kept = Object.entries(documentComplements as ComplementList).flatMap(
    ([name, complement]) =>
      complements[name] !== undefined && complement.kept
        ? [[name, complement.kept(complements[name], documentId)]]
        : [],
  );
  return { ...input, complements: { ...complements, ...Object.fromEntries(kept) } };
}

/** Returns the concept with the XML of its item's complements added (`ComplementoConcepto`). */
export function withItemNodes(concepto: ConceptoInput, item: Item): ConceptoInput {
  const nodes = nodesOf(itemComplements, item.complements, item);
  return nodes.length > 0 ? { ...concepto, complementoConcepto: nodes } : concepto;
}

/**
 * Builds the XML of a withholding document's complements.
 * @param document contains the values that some complements repeat from the document
 */
export const withholdingNodes = (
  values: ComplementValues = {},
  document: WithheldDocument,
): XmlNode[] => typedNodes(withholdingComplements, values, document);

const nodesOf = (
  list: ComplementList,
  values: ComplementValues = {},
  source: unknown,
): XmlNode[] => [...typedNodes(list, values, source), ...rawNodes(values)];

/** The members of a complement that are needed to write its XML. */
interface Written<Source> {
  readonly element: ComplementElement;
  written?(value: unknown, source: Source): unknown;
}

/** @param source contains values of the item or document whose complements are written */
const typedNodes = <Source>(
  list: Readonly<Record<string, Written<Source>>>,
  values: ComplementValues,
  source: Source,
): XmlNode[] =>
  Object.entries(list).flatMap(([name, { element, written }]) => {
    const value = values[name];
    return value === undefined ? [] : [nodeOf(element, written ? written(value, source) : value)];
  });

function nodeOf(
  { name, fixed, attributes = [], each, children = [] }: ComplementElement,
  value: unknown,
): XmlNode {
  const given = attributes.flatMap(([attribute, field, , type]) => {
    const member = memberOf(value, field);
    if (member === undefined) return [];
    return [[attribute, type === 'yes_no' ? yesOrNo(member) : String(member)]];
  });
  const nodes = each
    ? (value as unknown[]).map((one) => nodeOf(each, one))
    : children.flatMap((child) => childNodes(child, value));
  return xmlNode(name, { ...fixed, ...Object.fromEntries(given) }, nodes);
}

function childNodes({ field, element, many }: ComplementChild, value: unknown): XmlNode[] {
  const member = field === undefined ? value : memberOf(value, field);
  if (member === undefined) return [];
  return many
    ? (member as unknown[]).map((one) => nodeOf(element, one))
    : [nodeOf(element, member)];
}

const yesOrNo = (value: unknown): string => (value === true ? 'SI' : 'NO');

/** Returns the value of a field, where `address.street` is a field of a nested object. */
const memberOf = (value: unknown, field: string): unknown =>
  field
    .split('.')
    .reduce<unknown>((of, name) => (of as Record<string, unknown> | undefined)?.[name], value);
