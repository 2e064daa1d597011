import { readXml, XmlError, type XmlNode } from '@timbre/cfdi';

/** The SAT's acknowledgement (acuse) of a cancellation request. */
export interface Acuse {
  /** The local time in central Mexico, with milliseconds, at which the SAT created the acuse. */
  readonly datedLocal: string;
  readonly issuerRfc: string;
  readonly folios: readonly { readonly uuid: string; readonly status: string }[];
  /** The SAT's seal of the acuse. `keyName` is the name of the SAT's key that created the seal. */
  readonly seal?: string | undefined;
  readonly keyName?: string | undefined;
}

/**
 * Reads the XML of an acuse. A PAC returns the acuse either as the whole XML or inside the response
 * of the SAT's service. Returns undefined if the XML contains no acuse.
 */
export function readAcuse(xml: Uint8Array): Acuse | undefined {
  const root = treeOf(xml);
  const acuse = root && within(root).find(({ attributes }) => attributes['RfcEmisor']);
  if (!acuse) return undefined;
  const textOf = (node: XmlNode, name: string) => named(node, name)[0]?.text.trim();
  return {
    datedLocal: acuse.attributes['Fecha'] ?? '',
    issuerRfc: acuse.attributes['RfcEmisor'] ?? '',
    folios: named(acuse, 'Folios').map((folio) => ({
      uuid: textOf(folio, 'UUID') ?? '',
      status: textOf(folio, 'EstatusUUID') ?? '',
    })),
    seal: textOf(acuse, 'SignatureValue'),
    keyName: textOf(acuse, 'KeyName'),
  };
}

function treeOf(xml: Uint8Array): XmlNode | undefined {
  try {
    return readXml(xml);
  } catch (error) {
    if (error instanceof XmlError) return undefined;
    throw error;
  }
}

/** Returns an XML element and all its descendants. */
const within = (node: XmlNode): XmlNode[] => [node, ...node.children.flatMap(within)];

const named = (node: XmlNode, name: string): XmlNode[] =>
  within(node).filter((one) => one.name.slice(one.name.indexOf(':') + 1) === name);
