import { cadenaOriginal, parseDocument, verifyDocument } from '@timbre/cfdi';
import {
  cadenaByStylesheet,
  hasSatSchemas,
  hasSatStylesheets,
  schemaFaults,
  type Api,
  type Shown,
} from '@timbre/testkit/client';

/**
 * The XML of a stamped CFDI. Our verifier accepts it; so do the SAT's schemas and stylesheet where
 * they and their tools are at hand. Its PDF is made.
 */
export async function soundXml(api: Api, { documentRef, status }: Shown): Promise<string> {
  expect(status).toBe('valid');
  const file = async (format: string) =>
    (await api.request('GET', `/v1/documents/${documentRef}/files/${format}`)).bytes;
  const xml = await file('xml');
  const { root } = parseDocument(xml);
  expect(verifyDocument(root).findings).toEqual([]);
  if (hasSatSchemas) expect(schemaFaults('cfdi40-all', xml)).toBe('');
  if (hasSatStylesheets) expect(cadenaByStylesheet(stylesheet, xml)).toBe(cadenaOriginal(root));
  expect((await file('pdf')).subarray(0, 5).toString()).toBe('%PDF-');
  return xml.toString();
}

const stylesheet = 'www.sat.gob.mx/sitio_internet/cfd/4/cadenaoriginal_4_0/cadenaoriginal_4_0.xslt';
