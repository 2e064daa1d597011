import { readXml, XmlError } from '@timbre/cfdi';
import type { Node } from '../schema/node';

/** Returns a document's tree with the SAT's prefixes, or the reason why the document cannot be parsed. */
export function readTree(xml: string): Node | { readonly unreadable: string } {
  try {
    return readXml(xml);
  } catch (error) {
    if (error instanceof XmlError) return { unreadable: error.message };
    throw error;
  }
}
