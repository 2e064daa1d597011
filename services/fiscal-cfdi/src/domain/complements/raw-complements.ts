import { documentComplements, itemComplements, say, type Complement } from '@timbre/api';
import {
  complementFaults,
  isOfVersionInForce,
  knownComplement,
  readXml,
  shortened,
  writeNode,
  XmlError,
  type ComplementPlace,
  type XmlNode,
} from '@timbre/cfdi';
import type { Issue } from '@timbre/fiscal';
import type { ItemComplements } from '@timbre/items';

/**
 * The XML of a complement for which the API has no separate field. The XML comes from a client or
 * from an imported document.
 */
interface RawComplement {
  xml: string;
}

/**
 * The maximum size of one complement's XML, as UTF-8 bytes and as a number of elements. A PAC
 * stamps documents of up to 1 MB.
 */
const limits = { bytesMax: 400_000, nodesMax: 10_000 };
/**
 * The maximum depth of nested XML elements in a complement. The SAT's deepest complement,
 * detallista, has fewer levels.
 */
const levelsMax = 20;

const rawOf = ({ complements = [] }: ItemComplements): readonly RawComplement[] =>
  complements as readonly RawComplement[];

/**
 * Parses the complements for which the API has no separate field. The function skips a complement
 * that cannot be parsed; `rawIssues` reports that complement.
 */
export const rawNodes = (values: ItemComplements): XmlNode[] =>
  rawOf(values).flatMap(({ xml }) => {
    const read = readElement(xml);
    return 'node' in read ? [withoutLayout(read.node)] : [];
  });

/**
 * Checks the complements for which the API has no separate field.
 * - complement_xml_invalid: the XML is not well formed, has a DTD, exceeds a limit, has elements or attributes
 *   of another namespace, or violates the SAT's schema of the complement (an issue for each violation, up to 20)
 * - complement_unknown: no complement of CFDI 4.0 has this element and namespace
 * - complement_version_unknown: the version of the complement is not the version in force
 * - complement_misplaced: the complement of a document is given in an item, or the complement of an
 *   item in the document
 * - complement_has_field: the API has a separate field for this complement
 * - complement_repeated: the document or the item has this complement twice
 */
export function rawIssues(
  values: ItemComplements,
  place: ComplementPlace,
  path: (string | number)[],
): Issue[] {
  const seen = new Set<string>();
  return rawOf(values).flatMap(({ xml }, index) => {
    const at = [...path, 'complements', index, 'xml'];
    const read = readElement(xml);
    if ('fault' in read) return [{ path: at, code: 'complement_xml_invalid', message: read.fault }];
    const { name } = read.node;
    const isRepeated = seen.has(name) || values[partial.get(name) ?? ''] !== undefined;
    const issue = faultOf(read.node, place) ?? (isRepeated ? repeated(name) : undefined);
    seen.add(name);
    const issues = issue ? [issue] : schemaIssues(read.node);
    return issues.map((one) => ({ path: at, ...one }));
  });
}

/**
 * Only the complements of a draft are checked against the SAT's schema. An imported document was checked by
 * the PAC that stamped it.
 */
const schemaIssues = (node: XmlNode): Omit<Issue, 'path'>[] =>
  complementFaults(node).map(({ key, values }) => ({
    code: 'complement_xml_invalid',
    ...say(key, values),
  }));

const repeated = (name: string) => ({
  code: 'complement_repeated',
  message: `${name} stands here twice.`,
});

function faultOf(node: XmlNode, place: ComplementPlace): Omit<Issue, 'path'> | undefined {
  const { name } = node;
  const known = knownComplement(name);
  const field = fieldOf(name);
  if (field !== undefined)
    return { code: 'complement_has_field', message: `Give ${name} as \`${field}\`.` };
  if (!known) {
    const message = `${shortened(name)} in the namespace "${shortened(node.uri)}" is not a complement of CFDI 4.0.`;
    return { code: 'complement_unknown', message };
  }
  if (!isOfVersionInForce(known, node)) {
    const version = Object.entries(known.version).map(([key, value]) => `${key}="${value}"`);
    const message = `The version of ${name} in force is ${version.join(' ')}.`;
    return { code: 'complement_version_unknown', message };
  }
  if (known.place !== place) {
    const message =
      known.place === 'item'
        ? `${name} belongs to an item.`
        : `${name} belongs to the document, not to an item.`;
    return { code: 'complement_misplaced', message };
  }
  const foreign = foreignIn(node, node.uri);
  if (foreign === undefined) return undefined;
  const message = `${foreign} is of another namespace than ${name}.`;
  return { code: 'complement_xml_invalid', message };
}

const fieldsThat = (isMeant: (complement: Complement) => boolean) =>
  new Map(
    [documentComplements, itemComplements].flatMap((list) =>
      Object.entries<Complement>(list)
        .filter(([, complement]) => isMeant(complement))
        .map(([field, { element }]): [string, string] => [element.name, field]),
    ),
  );

const fields = fieldsThat(({ isPartial }) => isPartial !== true);
/** The API fields of complements that a client can also send as XML. */
const partial = fieldsThat(({ isPartial }) => isPartial === true);

/** Returns the API's field of a complement; undefined if the API has no separate field for it. */
function fieldOf(name: string): string | undefined {
  return name === 'implocal:ImpuestosLocales' ? 'localTaxes' : fields.get(name);
}

/**
 * Returns the path of the first element or attribute in another namespace; undefined if all are in
 * the complement's namespace. Attributes with the prefix `xsi:` are allowed everywhere.
 */
function foreignIn({ name, attributes, children }: XmlNode, uri: string): string | undefined {
  const attribute = Object.keys(attributes).find((one) => isPrefixed.test(one));
  const at = shortened(name);
  if (attribute !== undefined) return `${at}/@${shortened(attribute)}`;
  for (const child of children) {
    const found = child.uri === uri ? foreignIn(child, uri) : shortened(child.name);
    if (found !== undefined) return `${at}/${found}`;
  }
  return undefined;
}

const isPrefixed = /^(?!xsi:).+:/;

/**
 * Returns those complements of an imported document for which the API has no separate field, in the
 * form in which a client could send them.
 * @param read contains the complement elements that were converted to API fields
 */
export function rawComplementsOf(
  nodes: readonly XmlNode[],
  place: ComplementPlace,
  read: ReadonlySet<string>,
): RawComplement[] {
  return nodes
    .filter((node) => !read.has(node.name) && faultOf(node, place) === undefined)
    .map((node) => ({ xml: writeNode(node) }));
}

/**
 * Checks the addenda of a document.
 * - addenda_invalid: the addenda is not one well-formed element, has a DTD, or exceeds a limit
 */
export function addendaIssues({ addenda }: ItemComplements): Issue[] {
  if (addenda === undefined) return [];
  const read = readElement(addenda as string);
  if ('node' in read) return [];
  return [{ path: ['addenda'], code: 'addenda_invalid', message: read.fault }];
}

function readElement(xml: string): { node: XmlNode } | { fault: string } {
  try {
    const node = readXml(xml, limits);
    if (depthOf(node) > levelsMax) return { fault: `The XML has more than ${levelsMax} levels.` };
    return { node };
  } catch (error) {
    if (error instanceof XmlError) return { fault: sentence(error.message) };
    throw error;
  }
}

const sentence = (text: string): string =>
  `${text.charAt(0).toUpperCase()}${text.slice(1).replace(/\.$/, '')}.`;

const depthOf = ({ children }: XmlNode): number =>
  1 + children.reduce((deepest, child) => Math.max(deepest, depthOf(child)), 0);

/** Removes whitespace that only indents the child elements of a node. */
function withoutLayout(node: XmlNode): XmlNode {
  const children = node.children.map(withoutLayout);
  const isLayout = children.length > 0 && node.text.trim() === '';
  return { ...node, children, text: isLayout ? '' : node.text };
}
