import { escapeXml } from '../xml/escape';
import { childOf, childrenOf, localName, parseXml, type Element } from '../xml/tree';

const SOAP = 'http://schemas.xmlsoap.org/soap/envelope/';

export interface SoapRequest {
  readonly operation: string;
  readonly body: Element;
}

/**
 * Parses a SOAP 1.1 envelope. The first child of its Body is the operation. The function throws if the text
 * is not a SOAP 1.1 envelope.
 */
export function readEnvelope(text: string): SoapRequest {
  const envelope = parseXml(text);
  const body = childOf(envelope, 'Body');
  const operation = body && childrenOf(body)[0];
  if (localName(envelope) !== 'Envelope' || !operation)
    throw new Error('the message is not a SOAP envelope with an operation');
  return { operation: localName(operation), body: operation };
}

/**
 * The fields of a response as nested values. A field that is `undefined` is omitted; a field with an array
 * becomes one element for each item.
 */
type Field = string | undefined | Fields | readonly (Fields | string)[];
export interface Fields {
  readonly [name: string]: Field;
}

/**
 * Returns the fields as XML elements, in their order. Element names without a prefix get the given prefix.
 */
export function writeFields(prefix: string, fields: Fields): string {
  return Object.entries(fields)
    .map(([name, value]) =>
      writeField(name.includes(':') ? name : `${prefix}:${name}`, prefix, value),
    )
    .join('');
}

function writeField(tag: string, prefix: string, value: Field): string {
  if (value === undefined) return '';
  if (typeof value === 'string')
    return value ? `<${tag}>${escapeXml(value)}</${tag}>` : `<${tag}/>`;
  if (Array.isArray(value))
    return value.map((item: Fields | string) => writeField(tag, prefix, item)).join('');
  const inner = writeFields(prefix, value as Fields);
  return inner ? `<${tag}>${inner}</${tag}>` : `<${tag}/>`;
}

export function writeEnvelope(prefix: string, namespaces: string, body: string): string {
  return (
    `<?xml version="1.0" encoding="utf-8"?>` +
    `<${prefix}:Envelope xmlns:${prefix}="${SOAP}"${namespaces}>` +
    `<${prefix}:Body>${body}</${prefix}:Body></${prefix}:Envelope>`
  );
}

export function writeFault(prefix: string, code: string, text: string): string {
  const fault = `<faultcode>${escapeXml(code)}</faultcode><faultstring>${escapeXml(text)}</faultstring>`;
  return writeEnvelope(prefix, '', `<${prefix}:Fault>${fault}</${prefix}:Fault>`);
}
