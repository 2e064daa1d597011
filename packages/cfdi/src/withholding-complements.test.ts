import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeCredentials } from '../test/make-credentials';
import { withholding } from '../test/make-documents';
import { withholdingComplements } from '../test/withholding-complements';
import { parseRetenciones } from './parse';
import { sealRetenciones } from './seal';
import type { XmlNode } from './xml';

const complements = withholdingComplements();
const suite = complements.length > 0 ? describe : describe.skip;
const sat = `${__dirname}/../../../../shared/sat`;
const hasTools = ['xmllint', 'xsltproc'].every(
  (tool) => spawnSync(tool, ['--version']).status === 0,
);
const stylesheet = `${sat}/xslt/www.sat.gob.mx/esquemas/retencionpago/2/retenciones.xslt`;

const { signer } = makeCredentials();
const written = (complement: XmlNode) =>
  sealRetenciones({ ...withholding(), complemento: { otros: [complement] } }, signer);

function valuesOf({ attributes, children }: XmlNode): string[] {
  return [...Object.values(attributes), ...children.flatMap(valuesOf)];
}

suite('a withholding document with the complement', () => {
  let folder = '';
  beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'retenciones-'))));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('every schema of a withholding complement has a sample complement in this test', () => {
    expect(complements.map(([prefix]) => prefix).toSorted()).toEqual([
      'arrendamientoenfideicomiso',
      'dividendos',
      'enajenaciondeacciones',
      'fideicomisonoempresarial',
      'intereses',
      'intereseshipotecarios',
      'operacionesconderivados',
      'pagosaextranjeros',
      'planesderetiro11',
      'plataformasTecnologicas',
      'premios',
      'sectorfinanciero',
    ]);
  });

  it.each(complements)(
    'the complement %s is read without loss and sealed completely',
    (_, complement) => {
      const { xml, cadena } = written(complement);
      const { document, findings } = parseRetenciones(xml);
      expect(findings).toEqual([]);
      expect(document.complemento?.otros).toEqual([complement]);
      expect(sealRetenciones(document, signer)).toEqual(written(complement));
      const missing = valuesOf(complement).filter((value) => !cadena.includes(`|${value}|`));
      expect(missing).toEqual([]);
    },
  );

  const withTools = hasTools && existsSync(stylesheet) ? it : it.skip;
  const fileOf = (prefix: string, xml: string): string => {
    const file = join(folder, `${prefix}.xml`);
    writeFileSync(file, xml);
    return file;
  };
  withTools.each(complements)(
    '%s has the cadena that the stylesheet produces',
    (prefix, complement) => {
      const { xml, cadena } = written(complement);
      const args = ['--nonet', stylesheet, fileOf(prefix, xml)];
      const said = execFileSync('xsltproc', args, { stdio: 'pipe' });
      expect(said.toString('utf8').trim()).toBe(cadena);
    },
  );

  withTools('of every schema is valid in it', () => {
    const schema = `${sat}/xsd/retenciones20-all.xsd`;
    const files = complements.map(([prefix, complement]) =>
      fileOf(prefix, written(complement).xml),
    );
    // The call throws with the output of xmllint if a document is invalid.
    execFileSync('xmllint', ['--nonet', '--noout', '--schema', schema, ...files], {
      stdio: 'pipe',
    });
  });
});
