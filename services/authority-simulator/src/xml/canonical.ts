import type { Element } from './tree';

/**
 * Returns an element and its content as inclusive Canonical XML 1.0 without comments. The top element
 * repeats the namespace declarations in scope, as the specification requires for a document subset. The
 * element `without` is omitted, as the enveloped-signature transform requires. The specification is W3C
 * REC-xml-c14n-20010315, §2.3 and §2.4.
 */
export function canonicalXml(apex: Element, without?: Element): string {
  return canonicalElement(apex, namespacesInScope(apex), new Map(), without);
}

type Namespaces = ReadonlyMap<string, string>;

function canonicalElement(
  element: Element,
  inScope: Namespaces,
  rendered: Namespaces,
  without: Element | undefined,
): string {
  const declarations = [...inScope].filter(([prefix, uri]) => {
    const above = rendered.get(prefix);
    return prefix === '' && uri === '' ? (above ?? '') !== '' : above !== uri;
  });
  const open = [element.name, ...declarations.sort(byKey).map(declarationText)];
  open.push(...canonicalAttributes(element, inScope));
  const content = element.children.map((child) => {
    if (typeof child === 'string') return escapeText(child);
    if (child === without) return '';
    return canonicalElement(child, extended(inScope, child), inScope, without);
  });
  return `<${open.join(' ')}>${content.join('')}</${element.name}>`;
}

/**
 * Returns an element as exclusive Canonical XML 1.0 without comments. In exclusive canonical form, an
 * element declares only the namespaces that the element and its attributes use. The specification is W3C
 * REC-xml-exc-c14n-20020718, §3.
 */
export function exclusiveXml(apex: Element, without?: Element): string {
  return exclusiveElement(apex, namespacesInScope(apex), new Map(), without);
}

function exclusiveElement(
  element: Element,
  inScope: Namespaces,
  rendered: Namespaces,
  without: Element | undefined,
): string {
  const prefixOf = (name: string) => (name.includes(':') ? name.slice(0, name.indexOf(':')) : '');
  const attributes = [...element.attributes.keys()].filter((name) => !/^xmlns(:|$)/.test(name));
  const ofAttributes = attributes.map(prefixOf).filter((prefix) => prefix && prefix !== 'xml');
  const used = new Set([prefixOf(element.name), ...ofAttributes]);
  const declarations = [...used]
    .map((prefix) => [prefix, inScope.get(prefix) ?? ''] as const)
    .filter(([prefix, uri]) => (rendered.get(prefix) ?? '') !== uri);
  const open = [element.name, ...declarations.toSorted(byKey).map(declarationText)];
  open.push(...canonicalAttributes(element, inScope));
  const below = new Map([...rendered, ...declarations]);
  const content = element.children.map((child) => {
    if (typeof child === 'string') return escapeText(child);
    if (child === without) return '';
    return exclusiveElement(child, extended(inScope, child), below, without);
  });
  return `<${open.join(' ')}>${content.join('')}</${element.name}>`;
}

function declarationText([prefix, uri]: readonly [string, string]): string {
  return `xmlns${prefix && `:${prefix}`}="${escapeAttribute(uri)}"`;
}

/**
 * Returns the attributes, sorted by namespace URI, then by local name. Attributes without a prefix come
 * first.
 */
function canonicalAttributes(element: Element, inScope: Namespaces): string[] {
  return [...element.attributes]
    .filter(([name]) => name !== 'xmlns' && !name.startsWith('xmlns:'))
    .map(([name, value]) => {
      const [prefix, local] = name.includes(':')
        ? (name.split(':') as [string, string])
        : ['', name];
      const key = `${prefix && (inScope.get(prefix) ?? prefix)}\u0000${local}`;
      return [key, `${name}="${escapeAttribute(value)}"`] as const;
    })
    .sort(byKey)
    .map(([, text]) => text);
}

function byKey(a: readonly [string, string], b: readonly [string, string]): number {
  return a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0;
}

function namespacesInScope(element: Element): Namespaces {
  return extended(element.parent ? namespacesInScope(element.parent) : new Map(), element);
}

function extended(outer: Namespaces, element: Element): Namespaces {
  const inner = new Map(outer);
  for (const [name, value] of element.attributes) {
    if (name === 'xmlns') inner.set('', value);
    else if (name.startsWith('xmlns:')) inner.set(name.slice(6), value);
  }
  return inner;
}

function escapeText(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#xD;');
}

function escapeAttribute(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\t', '&#x9;')
    .replaceAll('\n', '&#xA;')
    .replaceAll('\r', '&#xD;');
}
