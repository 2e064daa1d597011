import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { cadenaOriginal } from './cadena';
import { certificateFromDer } from './certificate';
import { comprobanteElement } from './comprobante-grammar';
import { verifyDocument } from './document';
import { parseComprobante, parseRetenciones } from './parse';
import { retencionesElement } from './retenciones';
import { writeDocument } from './write';
import { readXml } from './xml';

// The published sample documents are not part of the repository. The suite is skipped without the samples.
const folder = `${__dirname}/../../../../shared/sat/samples`;
const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.xml')) : [];
const suite = names.length > 0 ? describe : describe.skip;

suite('the samples of the SAT reference data', () => {
  const each = names.length > 0 ? names : ['none'];

  it.each(each)('%s has its published cadena original byte for byte', (name) => {
    const xml = readFileSync(`${folder}/${name}`);
    const cadena = readFileSync(`${folder}/${name.replace('.xml', '.cadena.txt')}`, 'utf8');
    expect(cadenaOriginal(readXml(xml))).toBe(cadena);
  });

  it.each(each)('%s has the same cadena after it is written again from its model', (name) => {
    const xml = readFileSync(`${folder}/${name}`);
    const cadena = readFileSync(`${folder}/${name.replace('.xml', '.cadena.txt')}`, 'utf8');
    const written = rewrite(name, xml);
    expect(written.cadena).toBe(cadena);
    expect(cadenaOriginal(readXml(written.xml))).toBe(cadena);
  });

  it.each(each)('%s passes verification, with its seal and its stamp', (name) => {
    const { findings, stamp } = verifyDocument(readFileSync(`${folder}/${name}`), {
      pacCertificate,
    });
    expect(findings.map(({ code }) => code)).toEqual(wrongSamples[name] ?? []);
    expect(stamp).toBe(name.includes('stamped') ? 'valid' : 'absent');
  });
});

const wrongSamples: Readonly<Record<string, readonly string[]>> = {
  // Another project created this document. The total of the document is zero, and the document was issued
  // before its certificate.
  's14-RET-dividendos-signed.xml': ['Reten20131', 'Reten20135', '305'],
  // This document was created for these tests. The document has the border rate although its place of issue
  // does not qualify for the stimulus.
  'g24-I-border-iva8-and-ieps.xml': ['CFDI40179'],
};

function pacCertificate(number: string) {
  const file = `${folder}/../csd/pac/${number}.cer`;
  return existsSync(file) ? certificateFromDer(readFileSync(file)) : undefined;
}

function rewrite(name: string, xml: Uint8Array) {
  if (name.includes('-RET-')) {
    return writeDocument(retencionesElement, parseRetenciones(xml).document);
  }
  return writeDocument(comprobanteElement, parseComprobante(xml).document);
}
