import { readXml, type XmlNode } from '@timbre/cfdi';

const soap = 'http://schemas.xmlsoap.org/soap/envelope/';

/** Builds a SOAP 1.1 request for one operation, with the fields in the given order. */
export function soapRequest(
  namespace: string,
  operation: string,
  fields: readonly (readonly [name: string, value: string])[],
): string {
  const inner = fields.map(([name, value]) => `<t:${name}>${escaped(value)}</t:${name}>`).join('');
  const body = `<t:${operation}>${inner}</t:${operation}>`;
  return `<e:Envelope xmlns:e="${soap}" xmlns:t="${namespace}"><e:Body>${body}</e:Body></e:Envelope>`;
}

/**
 * Returns the element `<operation>Result` of a response; undefined for a fault, an HTML page or any other
 * text.
 */
export function soapResult(text: string, operation: string): XmlNode | undefined {
  try {
    const body = child(readXml(text), 'Body');
    return child(child(body, `${operation}Response`), `${operation}Result`);
  } catch {
    // If there is no result, the outcome of the call is unknown.
    return undefined;
  }
}

const localName = ({ name }: XmlNode): string => name.slice(name.indexOf(':') + 1);

export function children(node: XmlNode | undefined, name: string): XmlNode[] {
  return node?.children.filter((one) => localName(one) === name) ?? [];
}

export const child = (node: XmlNode | undefined, name: string): XmlNode | undefined =>
  children(node, name)[0];

/** Returns the first element with this name at any depth of the tree. */
export function descendant(node: XmlNode, name: string): XmlNode | undefined {
  if (localName(node) === name) return node;
  for (const one of node.children) {
    const found = descendant(one, name);
    if (found) return found;
  }
  return undefined;
}

/** Returns the text of a child element; undefined if the child is absent or empty. */
export const childText = (node: XmlNode | undefined, name: string): string | undefined =>
  child(node, name)?.text.trim() || undefined;

/** Escapes a text for use in XML content or an XML attribute. */
export function escaped(text: string): string {
  const plain = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return plain.replaceAll('"', '&quot;');
}
