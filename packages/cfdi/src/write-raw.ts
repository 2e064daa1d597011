import { escapeXml } from './characters';
import { prefixOf } from './grammar';
import { isSatPrefix } from './namespaces';
import { cadenaOfComplement } from './cadena';
import type { XmlNode } from './xml';

/** The two texts being written; `sealed` is false inside what the cadena leaves out. */
export interface Output {
  xml: string;
  cadena: string;
  sealed: boolean;
  readonly prefixes: Set<string>;
}

/** Writes a node that the model does not name, and what the SAT's stylesheets take from it. */
export function appendRaw(out: Output, node: XmlNode): void {
  out.xml += rawXml(node, out.prefixes, '');
  if (out.sealed) out.cadena += cadenaOfComplement(node);
}

/** The node as XML; the SAT's prefixes are left for the root to declare and named in `prefixes`. */
function rawXml(node: XmlNode, prefixes: Set<string>, inherited: string): string {
  const { name, declaration, uri } = nameIn(node, prefixes, inherited);
  let xml = `<${name}${declaration}`;
  for (const key in node.attributes) {
    // The root names the schemas; a foreign attribute prefix would need its own declaration.
    if (!key.includes(':')) xml += ` ${key}="${escapeXml(node.attributes[key]!)}"`;
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
  // Strangers keep their namespace as the default one, so that no prefix can collide.
  const name = node.name.replace(/^(\{[^}]*\}|[^:]*:)/, '');
  const declaration = node.uri === inherited ? '' : ` xmlns="${escapeXml(node.uri)}"`;
  return { name, declaration, uri: node.uri };
}
