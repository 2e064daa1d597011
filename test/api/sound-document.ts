import { extractText, getDocumentProxy } from 'unpdf';
import {
  cadenaOriginal,
  parseDocument,
  readXml,
  verifyDocument,
  writeNode,
  type XmlNode,
} from '@timbre/cfdi';
import {
  cadenaByStylesheet,
  hasSatSchemas,
  hasSatStylesheets,
  namespacesIn,
  schemaFaultsOf,
  type Api,
  type Shown,
} from '@timbre/testkit/client';

/** Every document that the tests of a file have checked, keyed by its reference. */
const seen = new Map<string, Buffer>();

/** After its last test, the test file fails if one of its documents violates the SAT's schemas. */
afterAll(() => {
  if (hasSatSchemas) expect(schemaFaultsOf(schema, seen)).toBe('');
});

const schema = 'cfdi40-more';
const known = hasSatSchemas ? namespacesIn(schema) : new Set<string>();

/**
 * Returns the XML without the elements that the schema cannot validate. The addenda is not part of the fiscal
 * document, and the schema rejects its elements. The schema also lacks some complements that are provided as
 * XML.
 */
function judgeable(xml: string): string {
  const fiscal = xml.replace(/<cfdi:Addenda>.*<\/cfdi:Addenda>/s, '');
  const root = readXml(fiscal);
  const judged = without(root, ({ uri }) => !known.has(uri));
  return judged === root ? fiscal : writeNode(judged);
}

/**
 * Removes the excluded descendants from an element, and removes parents whose children were all excluded.
 */
function without(node: XmlNode, isLeftOut: (node: XmlNode) => boolean): XmlNode {
  const children = node.children.flatMap((child) => {
    if (isLeftOut(child)) return [];
    const kept = without(child, isLeftOut);
    return kept !== child && kept.children.length === 0 ? [] : [kept];
  });
  const isWhole = children.every((child, index) => child === node.children[index]);
  return isWhole && children.length === node.children.length ? node : { ...node, children };
}

/**
 * Returns the XML of a stamped CFDI. The function fails if Timbre's verifier rejects the XML, or if its PDF
 * cannot be printed. If the SAT's files and tools are available, the XML must also satisfy the SAT's
 * stylesheet and (after the last test) the SAT's schemas.
 */
export async function soundXml(api: Api, { documentRef, status }: Shown): Promise<string> {
  expect(status).toBe('valid');
  const xml = await fileOf(api, documentRef, 'xml');
  const { root } = parseDocument(xml);
  expect(verifyDocument(root).findings).toEqual([]);
  if (hasSatSchemas) seen.set(`${documentRef}`, Buffer.from(judgeable(xml.toString())));
  if (hasSatStylesheets) expect(cadenaByStylesheet(stylesheet, xml)).toBe(cadenaOriginal(root));
  expect((await fileOf(api, documentRef, 'pdf')).subarray(0, 5).toString()).toBe('%PDF-');
  return xml.toString();
}

/** Returns the words in the document's PDF, separated by single spaces. */
export async function printedWords(api: Api, { documentRef }: Shown): Promise<string> {
  const pdf = await fileOf(api, documentRef, 'pdf');
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)));
  return text.join(' ').replace(/\s+/g, ' ');
}

async function fileOf(api: Api, documentRef: unknown, format: string): Promise<Buffer> {
  return (await api.request('GET', `/v1/documents/${documentRef}/files/${format}`)).bytes;
}

const stylesheet = 'www.sat.gob.mx/sitio_internet/cfd/4/cadenaoriginal_4_0/cadenaoriginal_4_0.xslt';
