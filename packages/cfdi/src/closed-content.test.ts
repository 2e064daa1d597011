import { makeCredentials } from '../test/make-credentials';
import {
  concepto,
  decimal,
  income,
  iva,
  payment,
  payroll,
  withholding,
} from '../test/make-documents';
import { parseDocument } from './document';
import { FINDINGS_MAX } from './finding';
import { StructureError, parseTimbre } from './parse';
import { seal, sealRetenciones } from './seal';
import { attachTimbre, signTimbre } from './timbre';
import { validateComprobante } from './validate';
import { readXml, xmlNode } from './xml';

const { signer, privateKey } = makeCredentials();

function stamped({ xml, sello }: { xml: string; sello: string }): string {
  const timbre = {
    uuid: '5A00000C-7A2B-4C3D-8E4F-ABCDEF00000C',
    fechaTimbrado: '2026-11-18T10:16:00',
    rfcProvCertif: 'SPR190613I52',
    selloCfd: sello,
    noCertificadoSat: '30001000000500003456',
  };
  return attachTimbre(xml, signTimbre(timbre, privateKey));
}

const documents = {
  income: stamped(
    seal(
      {
        ...income({ localTaxes: [{ kind: 'traslado', nombre: 'ISH', tasa: decimal('3') }] }, [
          concepto('100', { taxes: [iva()], cuentaPredial: [{ numero: '1' }] }),
        ]),
        addenda: [xmlNode('pedido', { numero: '7' })],
      },
      signer,
    ),
  ),
  payment: stamped(seal(payment(), signer)),
  payroll: stamped(seal(payroll(), signer)),
  withholding: stamped(sealRetenciones(withholding(), signer)),
};

/** Returns every structural fault in the form `path: message`. */
function faults(xml: string): string[] {
  const { findings } = parseDocument(xml);
  expect(findings.every(({ code }) => code === '301')).toBe(true);
  return findings.map(({ path, message }) => `${path.join('.')}: ${message}`);
}

/** Returns the distinct element names of a document. */
const elementsOf = (xml: string): string[] => [
  ...new Set([...xml.matchAll(/<([a-z]\w*:\w+)/g)].map(([, name]) => name!)),
];

const everyElement = Object.values(documents).flatMap((xml) =>
  elementsOf(xml).map((name): [string, string] => [name, xml]),
);

const checked = everyElement.filter(([name]) => name !== 'cfdi:Addenda');

/** Inserts `inner` into the first element with the name `name`. */
function withInside(xml: string, name: string, inner: string): string {
  const [tag] = new RegExp(`<${name}(?: [^<>]*)?>`).exec(xml)!;
  const open = tag.endsWith('/>') ? `${tag.slice(0, -2)}>${inner}</${name}>` : `${tag}${inner}`;
  return xml.replace(tag, () => open);
}

describe('the closed content model of the SAT schemas', () => {
  it.each(Object.entries(documents))('a valid %s document has no findings', (_name, xml) => {
    expect(faults(xml)).toEqual([]);
    expect(faults(xml.replaceAll('><', '>\n  <'))).toEqual([]);
  });

  it.each(checked)('an unknown attribute of %s is reported', (name, xml) => {
    const faulty = xml.replace(new RegExp(`<${name}(?=[ />])`), `$& Extra="1"`);
    expect(faults(faulty)).toEqual([
      expect.stringMatching(`Extra: ${name} does not allow the attribute Extra$`),
    ]);
  });

  it.each(checked)('an unknown element of a modeled vocabulary in %s is reported', (name, xml) => {
    const prefix = name.split(':')[0]!;
    const found = faults(withInside(xml, name, `<${prefix}:Extra/>`));
    expect(found).toEqual([
      expect.stringMatching(`${prefix}:Extra: ${name} does not allow the element ${prefix}:Extra$`),
    ]);
  });

  it.each(checked)('text in %s is reported', (name, xml) => {
    expect(faults(withInside(xml, name, 'texto'))).toEqual([
      expect.stringMatching(`${name} does not allow text$`),
    ]);
  });

  const { income: xml } = documents;

  it('the content of an addenda is not checked', () => {
    const addenda = '<cfdi:Addenda Extra="1">texto<![CDATA[<a>]]><cfdi:Extra/></cfdi:Addenda>';
    const noted = xml.replace(/<cfdi:Addenda>.*<\/cfdi:Addenda>/s, () => addenda + addenda);
    expect(noted).toContain(addenda);
    expect(faults(noted)).toEqual([]);
  });

  it.each([
    ['cfdi:Emisor', 'emisor'],
    ['cfdi:Receptor', 'receptor'],
    ['cfdi:Conceptos', 'conceptos'],
    ['cfdi:Complemento', 'complemento'],
    ['cfdi:Traslados', 'conceptos.0.impuestos.traslados'],
    ['implocal:ImpuestosLocales', 'complemento.impuestosLocales'],
    ['tfd:TimbreFiscalDigital', 'complemento.timbre'],
  ])('a second occurrence of %s is reported at its path', (name, place) => {
    const [element] = new RegExp(`<${name}(?: [^<>]*)?(?:/>|>.*?</${name}>)`, 's').exec(xml)!;
    expect(faults(xml.replace(element, () => element + element))).toEqual([
      `${place}: ${name} appears 2 times`,
    ]);
  });

  it('a second tax summary at the root is reported', () => {
    const [summary] = /(?<=<\/cfdi:Conceptos>)<cfdi:Impuestos.*?<\/cfdi:Impuestos>/s.exec(xml)!;
    const doubled = xml.replace('</cfdi:Conceptos>', () => `</cfdi:Conceptos>${summary}`);
    expect(faults(doubled)).toEqual(['impuestos: cfdi:Impuestos appears 2 times']);
  });

  it('elements that violate the order of the schema are reported', () => {
    const [emisor] = /<cfdi:Emisor[^>]*>/.exec(xml)!;
    const late = xml.replace(emisor, '').replace('<cfdi:Conceptos>', `${emisor}$&`);
    expect(faults(late)).toEqual(['emisor: cfdi:Emisor is out of order']);
  });

  it('an empty list is reported', () => {
    const empty = xml.replace(/<cfdi:Traslados>.*?<\/cfdi:Traslados>/s, '<cfdi:Traslados/>');
    expect(faults(empty)).toEqual(['conceptos.0.impuestos.traslados: cfdi:Traslados is empty']);
    const bare = documents.income.replace(
      '</cfdi:Concepto>',
      '<cfdi:ComplementoConcepto/></cfdi:Concepto>',
    );
    expect(faults(bare)).toEqual([
      'conceptos.0.complementoConcepto: cfdi:ComplementoConcepto is empty',
    ]);
  });

  it('a CFDI element among the complements of a concept is reported', () => {
    const own = documents.income.replace(
      '</cfdi:Concepto>',
      '<cfdi:ComplementoConcepto><cfdi:Parte/></cfdi:ComplementoConcepto></cfdi:Concepto>',
    );
    expect(faults(own).map((fault) => fault.split(': ')[1])).toEqual([
      'cfdi:ComplementoConcepto does not allow the element cfdi:Parte',
    ]);
  });

  it('a prefixed attribute is reported, except in the schema instance namespace', () => {
    const emisor = '<cfdi:Emisor';
    expect(faults(xml.replace(emisor, `${emisor} xml:lang="es"`))).toEqual([
      'emisor.xml:lang: cfdi:Emisor does not allow the attribute xml:lang',
    ]);
    expect(faults(xml.replace(emisor, `${emisor} xsi:type="x"`))).toEqual([]);
  });

  it('an attribute with the name __proto__ is reported', () => {
    expect(faults(xml.replace('<cfdi:Emisor', '$& __proto__="1"'))).toEqual([
      'emisor.__proto__: cfdi:Emisor does not allow the attribute __proto__',
    ]);
  });

  it('local taxes are accepted in any order', () => {
    const both =
      '<implocal:TrasladosLocales$1/><implocal:RetencionesLocales ImpLocRetenido="X" TasadeRetencion="1.00" Importe="1.00"/>';
    const mixed = xml.replace(/<implocal:TrasladosLocales([^>]*)\/>/, both);
    expect(faults(mixed)).toEqual([]);
  });

  it('every part of an element without a model is preserved', () => {
    const donat =
      '<donat:Donatarias xmlns:donat="http://www.sat.gob.mx/donat" a="1">x<b/></donat:Donatarias>';
    const { document, findings } = parseDocument(withInside(xml, 'cfdi:Complemento', donat));
    expect(findings).toEqual([]);
    expect(document.complemento!.otros).toEqual([
      expect.objectContaining({ name: 'donat:Donatarias', attributes: { a: '1' }, text: 'x' }),
    ]);
  });

  it('a stamp in a separate document can be read', () => {
    const [timbre] = /<tfd:.*\/>/.exec(documents.payment)!;
    expect(parseTimbre(timbre).version).toBe('1.1');
  });
});

/** Runs the work and returns its CPU time, in seconds. */
function cpuSeconds(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

function withConceptos(conceptos: string): string {
  return documents.income.replace(/<cfdi:Conceptos>.*<\/cfdi:Conceptos>/s, conceptos);
}

it('the time for reading nested wrappers is proportional to their number', () => {
  // The concepts must be valid, because the reader would stop at faulty concepts before it checks
  // the wrapper elements.
  const line = `<cfdi:Concepto ClaveProdServ="01010101" Cantidad="1" ClaveUnidad="H87" Descripcion="x" ValorUnitario="1" Importe="1" ObjetoImp="01"/>`;
  const hostile = withConceptos(`<cfdi:Conceptos>${line}</cfdi:Conceptos>`.repeat(25_000));
  const seconds = cpuSeconds(() => {
    expect(faults(hostile)).toEqual(['conceptos: cfdi:Conceptos appears 25000 times']);
  });
  // If the check copied the items of all wrappers for each wrapper, the limit would be exceeded:
  // the test would take ten seconds instead of one.
  expect(seconds).toBeLessThan(5);
});

describe('a document with very many faults', () => {
  const unknown = Array.from({ length: 190 }, (_, at) => `a${at}="" `).join('');
  const hostile = {
    'concepts without attributes': '<cfdi:Concepto/>'.repeat(99_900),
    'unknown attributes': `<cfdi:Concepto ${unknown}/>`.repeat(3_000),
    'unknown elements': '<cfdi:Extra/>'.repeat(99_900),
  };

  it.each(Object.entries(hostile))(
    'a document with very many faults is read up to the limit of faults: %s',
    (_name, conceptos) => {
      const root = readXml(withConceptos(`<cfdi:Conceptos>${conceptos}</cfdi:Conceptos>`));
      let error: unknown;
      const read = () => {
        try {
          parseDocument(root);
        } catch (thrown) {
          error = thrown;
        }
      };
      const seconds = Math.min(...[1, 2, 3].map(() => cpuSeconds(read)));
      expect(error).toBeInstanceOf(StructureError);
      expect((error as StructureError).findings).toHaveLength(FINDINGS_MAX);
      expect((error as StructureError).message).toMatch(/; 995 more$/);
      // Without the limit on findings, the first two documents would take one to three seconds.
      expect(seconds).toBeLessThan(0.5);
    },
  );

  it('a document with very many faults is validated up to the limit of faults', () => {
    const lines = (given: object) =>
      Array.from({ length: 2_000 }, () => ({ ...concepto('1'), ...given }));
    // The document has a seal, because an unsealed document may lack the fields of the seal.
    const broken = { ...income({}, lines({ claveProdServ: '1' })), sello: 'x' };
    const wrong = income({}, lines({ claveProdServ: '99999999' }));
    expect(validateComprobante(broken)).toHaveLength(FINDINGS_MAX);
    expect(validateComprobante(wrong)).toHaveLength(FINDINGS_MAX);
    expect(validateComprobante(broken)[0]!.code).toBe('301');
    expect(validateComprobante(wrong)[0]!.code).not.toBe('301');
  });
});
