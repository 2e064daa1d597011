import { memberAt } from '@timbre/fiscal';
import { escapeXml } from './characters';
import { prefixOf } from './grammar';
import { isSatPrefix, namespaceNamed } from './namespaces';
import { cadenaOfComplement } from './cadena';
import type { XmlNode } from './xml';

/**
 * The XML and the cadena that are being written. `sealed` is false in parts that the cadena excludes.
 */
export interface Output {
  xml: string;
  cadena: string;
  sealed: boolean;
  readonly prefixes: Set<string>;
}

/**
 * Writes a node without a model. The function adds to the cadena the fields that the SAT's stylesheets
 * define for this node.
 */
export function appendRaw(out: Output, node: XmlNode): void {
  out.xml += rawXml(node, out.prefixes, '');
  if (out.sealed) out.cadena += cadenaOfComplement(node);
}

/** Writes the node as a separate XML text that declares the SAT prefixes in use. */
export function writeNode(node: XmlNode): string {
  const prefixes = new Set<string>();
  const xml = rawXml(node, prefixes, '');
  const declared = [...prefixes].map(
    (prefix) => ` xmlns:${prefix}="${namespaceNamed(prefix).uri}"`,
  );
  return xml.replace(/^<[^\s/>]+/, (open) => open + declared.join(''));
}

/**
 * Returns the node as XML. The function adds SAT prefixes to `prefixes`, because the root element
 * declares them.
 */
function rawXml(node: XmlNode, prefixes: Set<string>, inherited: string): string {
  const { name, declaration, uri } = nameIn(node, prefixes, inherited);
  let xml = `<${name}${declaration}`;
  for (const key in node.attributes) {
    // Attributes with a prefix are omitted. The root element already declares xsi:schemaLocation, and
    // any other prefix would need a namespace declaration.
    if (!key.includes(':')) xml += ` ${key}="${escapeXml(memberAt(node.attributes, key))}"`;
  }
  if (node.children.length === 0 && node.text === '') return `${xml}/>`;
  const children = node.children.map((child) => rawXml(child, prefixes, uri)).join('');
  return `${xml}>${escapeXml(node.text)}${children}</${name}>`;
}

interface NameInXml {
  readonly name: string;
  readonly declaration: string;
  /** The namespace that an unprefixed child inherits. */
  readonly uri: string;
}

function nameIn(node: XmlNode, prefixes: Set<string>, inherited: string): NameInXml {
  const prefix = prefixOf(node.name);
  if (isSatPrefix(prefix)) {
    prefixes.add(prefix);
    return { name: node.name, declaration: '', uri: inherited };
  }
  // An element of another vocabulary declares its namespace as the default namespace, so that no
  // prefix collides.
  const name = node.name.replace(/^(\{[^}]*\}|[^:]*:)/, '');
  const declaration = node.uri === inherited ? '' : ` xmlns="${escapeXml(node.uri)}"`;
  return { name, declaration, uri: node.uri };
}
