import { SaxesParser } from 'saxes';
import { lastIn } from '@timbre/fiscal';
import { XSI, isSatPrefix, namespaceNamed, namespaceOf } from './namespaces';
import { readPlainXml } from './plain-xml';
import type { XmlHandler } from './plain-xml';

/** A parsed XML element. Names have the SAT's prefix, regardless of the prefix in the document. */
export interface XmlNode {
  readonly name: string;
  /** The namespace of the element; empty if the element has no namespace. */
  readonly uri: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlNode[];
  /** All character data of the element, regardless of its position among the children. */
  readonly text: string;
}

/** Builds an element that the model stores as XML: an Addenda, or a complement without a model. */
export function xmlNode(
  name: string,
  attributes: Readonly<Record<string, string>> = {},
  children: readonly XmlNode[] = [],
  text = '',
): XmlNode {
  const prefix = name.slice(0, Math.max(name.indexOf(':'), 0));
  const uri = isSatPrefix(prefix) ? namespaceNamed(prefix).uri : '';
  return { name, uri, attributes, children, text };
}

/**
 * The error for XML that is malformed, not UTF-8, contains a DTD or exceeds a limit of this reader.
 */
export class XmlError extends Error {
  override readonly name = 'XmlError';
}

export interface ReadLimits {
  /** The maximum number of UTF-8 bytes. A received CFDI may have 5 MB. */
  readonly bytesMax?: number;
  /** The maximum number of elements, comments, CDATA sections and instructions. */
  readonly nodesMax?: number;
}

const BYTES_MAX = 5 * 1024 * 1024;
// The time to parse XML grows with the square of the depth. A real CFDI has about ten levels.
const DEPTH_MAX = 64;
// The maximum number of elements. The limit counts elements, because an empty element has only 4 bytes but
// costs as much as any other element. Even the densest real content, which is concepts with their taxes,
// has only one element per 70 bytes.
const NODES_MAX = 100_000;
// The maximum number of attributes of an element. A Comprobante has about thirty attributes, with
// the namespaces of its complements.
const ATTRIBUTES_MAX = 200;
// The maximum number of namespace prefixes. For an element that declares a prefix, the parser copies all
// prefixes in force. The SAT has about forty prefixes.
const PREFIXES_MAX = 64;
// The maximum number of character references, each of which takes a microsecond to parse. The limit is
// generous: even a text that writes every accented letter as a reference has far fewer references.
const REFERENCES_MAX = 200_000;

/**
 * Reads a document into a tree. Throws XmlError. The reader never resolves an entity, a DTD or another
 * file.
 */
export function readXml(input: string | Uint8Array, limits: ReadLimits = {}): XmlNode {
  const xml = decode(input, limits.bytesMax ?? BYTES_MAX);
  // A DTD is rejected, because entity attacks need a DTD and the SAT's schemas do not use DTDs.
  if (xml.includes('<!') && /<!(?:DOCTYPE|ENTITY)/i.test(xml))
    throw new XmlError('a DTD is not allowed');
  if (hasMore(xml, '&', REFERENCES_MAX))
    throw new XmlError(`more than ${REFERENCES_MAX} references`);
  const nodesMax = limits.nodesMax ?? NODES_MAX;
  return new TreeReader(nodesMax).readPlain(xml) ?? new TreeReader(nodesMax).read(xml);
}

function hasMore(text: string, character: string, most: number): boolean {
  let count = 0;
  for (let at = text.indexOf(character); at >= 0; at = text.indexOf(character, at + 1)) {
    if (++count > most) return true;
  }
  return false;
}

function decode(input: string | Uint8Array, bytesMax: number): string {
  const size = typeof input === 'string' ? Buffer.byteLength(input) : input.byteLength;
  if (size > bytesMax) throw new XmlError(`the document has more than ${bytesMax} bytes`);
  if (typeof input === 'string') return input.startsWith('\uFEFF') ? input.slice(1) : input;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(input);
  } catch {
    throw new XmlError('the document is not UTF-8');
  }
}

interface OpenNode {
  readonly name: string;
  readonly uri: string;
  readonly attributes: Record<string, string>;
  readonly children: XmlNode[];
  text: string;
}

/**
 * The namespace prefixes that are in scope, and a cache of the names that were resolved with these
 * prefixes.
 */
interface Scope {
  readonly uris: ReadonlyMap<string, string>;
  readonly names: Map<string, ResolvedName>;
}

interface ResolvedName {
  readonly name: string;
  readonly uri: string;
}

const outermost: Scope['uris'] = new Map([['xml', 'http://www.w3.org/XML/1998/namespace']]);

class TreeReader implements XmlHandler {
  private readonly nodes: OpenNode[] = [];
  private readonly scopes: Scope[] = [{ uris: outermost, names: new Map() }];
  private attributes: Record<string, string> = {};
  private attributeCount = 0;
  private prefixed: Pair[] = [];
  private nodeCount = 0;
  private root: XmlNode | undefined;

  constructor(private readonly nodesMax: number) {}

  /**
   * Reads a document in the plain form that PACs write. Returns undefined for a document in any other form.
   */
  readPlain(xml: string): XmlNode | undefined {
    return readPlainXml(xml, this) ? this.root : undefined;
  }

  /** Reads any document. */
  read(xml: string): XmlNode {
    const parser = new SaxesParser({ position: false });
    parser.on('xmldecl', ({ encoding }) => {
      if (encoding && !/^utf-?8$/i.test(encoding))
        throw new XmlError(`encoding ${encoding} is not UTF-8`);
    });
    parser.on('attribute', ({ name, value }) => this.attribute(name, value));
    parser.on('opentag', ({ name }) => this.open(name));
    parser.on('text', (text) => this.text(text));
    parser.on('cdata', (text) => {
      this.countNode();
      this.text(text);
    });
    parser.on('comment', () => this.countNode());
    parser.on('processinginstruction', () => this.countNode());
    parser.on('closetag', () => this.close());
    parser.on('error', (error) => {
      throw new XmlError(`malformed XML: ${error.message}`);
    });
    parser.write(xml).close();
    if (!this.root) throw new XmlError('the document has no root element');
    return this.root;
  }

  // Attributes are collected one by one, because lookups in the parser's own record are slow.
  attribute(name: string, value: string): void {
    if (++this.attributeCount > ATTRIBUTES_MAX)
      throw new XmlError(`an element has more than ${ATTRIBUTES_MAX} attributes`);
    if (name.includes(':') || name === 'xmlns') this.prefixed.push([name, value]);
    // The attribute is defined explicitly, because a plain assignment to this name would set the prototype
    // and lose the attribute.
    else if (name === '__proto__') defineOwn(this.attributes, name, value);
    else this.attributes[name] = value;
  }

  open(rawName: string): void {
    if (this.nodes.length >= DEPTH_MAX) throw new XmlError(`more than ${DEPTH_MAX} levels`);
    this.countNode();
    const { attributes, prefixed } = this;
    const outer = lastIn(this.scopes);
    let scope = outer;
    if (prefixed.length > 0) {
      scope = scopeOf(prefixed, outer);
      addPrefixed(attributes, prefixed, scope);
      this.prefixed = [];
    }
    this.attributes = {};
    this.attributeCount = 0;
    this.scopes.push(scope);
    const { name, uri } = resolve(rawName, scope);
    const node = { name, uri, attributes, children: [], text: '' };
    const parent = this.nodes[this.nodes.length - 1];
    if (parent) parent.children.push(node);
    else this.root = node;
    this.nodes.push(node);
  }

  private countNode(): void {
    if (++this.nodeCount > this.nodesMax) throw new XmlError(`more than ${this.nodesMax} nodes`);
  }

  text(text: string): void {
    const node = this.nodes[this.nodes.length - 1];
    if (node) node.text += text;
  }

  close(): void {
    this.nodes.pop();
    this.scopes.pop();
  }
}

function defineOwn(attributes: object, name: string, value: string): void {
  Object.defineProperty(attributes, name, { value, enumerable: true, configurable: true });
}

type Pair = readonly [name: string, value: string];

function scopeOf(prefixed: readonly Pair[], parent: Scope): Scope {
  let uris: Map<string, string> | undefined;
  for (const [name, uri] of prefixed) {
    if (name !== 'xmlns' && !name.startsWith('xmlns:')) continue;
    uris ??= new Map(parent.uris);
    uris.set(name.slice(6), uri.trim());
    if (uris.size > PREFIXES_MAX)
      throw new XmlError(`more than ${PREFIXES_MAX} prefixes are in force`);
  }
  return uris ? { uris, names: new Map() } : parent;
}

function resolve(rawName: string, scope: Scope): ResolvedName {
  let resolved = scope.names.get(rawName);
  if (!resolved) {
    resolved = qualified(rawName, scope);
    scope.names.set(rawName, resolved);
  }
  return resolved;
}

function qualified(rawName: string, { uris }: Scope): ResolvedName {
  const colon = rawName.indexOf(':');
  const prefix = colon < 0 ? '' : rawName.slice(0, colon);
  const uri = uris.get(prefix);
  if (uri === undefined && colon >= 0) throw new XmlError(`the prefix ${prefix} is not declared`);
  const known = uri === undefined ? undefined : namespaceOf(uri);
  const local = rawName.slice(colon + 1);
  if (local.includes(':')) throw new XmlError(`${rawName} is not a name`);
  if (known) return { name: `${known.prefix}:${local}`, uri: known.uri };
  // An element of another vocabulary with a SAT prefix gets a different name, so that it is not mistaken
  // for a SAT element.
  return { name: isSatPrefix(prefix) ? `{${uri}}${local}` : rawName, uri: uri ?? '' };
}

/**
 * Adds the attributes that have a prefix. In a CFDI, only attributes such as `xsi:schemaLocation` have a
 * prefix.
 */
function addPrefixed(
  attributes: Record<string, string>,
  prefixed: readonly Pair[],
  { uris }: Scope,
): void {
  for (const [name, value] of prefixed) {
    const [prefix = '', local = ''] = name.split(':');
    if (prefix === 'xmlns') continue;
    const uri = uris.get(prefix);
    if (uri === undefined) throw new XmlError(`the prefix ${prefix} is not declared`);
    attributes[uri === XSI ? `xsi:${local}` : name] = value;
  }
}
