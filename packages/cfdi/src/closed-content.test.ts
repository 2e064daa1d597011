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
import { parseTimbre } from './parse';
import { seal, sealRetenciones } from './seal';
import { attachTimbre, signTimbre } from './timbre';
import { xmlNode } from './xml';

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

/** Every fault of structure as `place: what`. */
function faults(xml: string): string[] {
  const { findings } = parseDocument(xml);
  expect(findings.every(({ code }) => code === '301')).toBe(true);
  return findings.map(({ path, message }) => `${path.join('.')}: ${message}`);
}

/** The names of all elements of a document, those that repeat once. */
const elementsOf = (xml: string): string[] => [
  ...new Set([...xml.matchAll(/<([a-z]\w*:\w+)/g)].map(([, name]) => name!)),
];

const everyElement = Object.values(documents).flatMap((xml) =>
  elementsOf(xml).map((name): [string, string] => [name, xml]),
);

/** The document with this inside of the first element of the name. */
function withInside(xml: string, name: string, inner: string): string {
  const [tag] = new RegExp(`<${name}(?: [^<>]*)?>`).exec(xml)!;
  const open = tag.endsWith('/>') ? `${tag.slice(0, -2)}>${inner}</${name}>` : `${tag}${inner}`;
  return xml.replace(tag, () => open);
}

describe('the content of a document is closed:', () => {
  it.each(Object.entries(documents))('nothing is found in a sound %s', (_name, xml) => {
    expect(faults(xml)).toEqual([]);
    expect(faults(xml.replaceAll('><', '>\n  <'))).toEqual([]);
  });

  it.each(everyElement)('%s has no unknown attribute', (name, xml) => {
    const faulty = xml.replace(new RegExp(`<${name}(?=[ />])`), `$& Extra="1"`);
    expect(faults(faulty)).toEqual([
      expect.stringMatching(`Extra: ${name} has no attribute Extra$`),
    ]);
  });

  it.each(everyElement.filter(([name]) => name !== 'cfdi:Addenda'))(
    '%s has no unknown element of a vocabulary with a model',
    (name, xml) => {
      const prefix = name.split(':')[0]!;
      const found = faults(withInside(xml, name, `<${prefix}:Extra/>`));
      expect(found).toEqual([
        expect.stringMatching(`${prefix}:Extra: ${name} has no element ${prefix}:Extra$`),
      ]);
    },
  );

  it.each(everyElement)('%s has no text', (name, xml) => {
    expect(faults(withInside(xml, name, 'texto'))).toEqual([
      expect.stringMatching(`${name} has no text$`),
    ]);
  });

  const { income: xml } = documents;

  it.each([
    ['cfdi:Emisor', 'emisor'],
    ['cfdi:Receptor', 'receptor'],
    ['cfdi:Conceptos', 'conceptos'],
    ['cfdi:Complemento', 'complemento'],
    ['cfdi:Addenda', 'addenda'],
    ['cfdi:Traslados', 'conceptos.0.impuestos.traslados'],
    ['implocal:ImpuestosLocales', 'complemento.impuestosLocales'],
    ['tfd:TimbreFiscalDigital', 'complemento.timbre'],
  ])('a second %s is found at its place', (name, place) => {
    const [element] = new RegExp(`<${name}(?: [^<>]*)?(?:/>|>.*?</${name}>)`, 's').exec(xml)!;
    expect(faults(xml.replace(element, () => element + element))).toEqual([
      `${place}: ${name} appears 2 times`,
    ]);
  });

  it('a second summary of taxes is found at the root', () => {
    const [summary] = /(?<=<\/cfdi:Conceptos>)<cfdi:Impuestos.*?<\/cfdi:Impuestos>/s.exec(xml)!;
    const doubled = xml.replace('</cfdi:Conceptos>', () => `</cfdi:Conceptos>${summary}`);
    expect(faults(doubled)).toEqual(['impuestos: cfdi:Impuestos appears 2 times']);
  });

  it('elements come in the order of the schema', () => {
    const [emisor] = /<cfdi:Emisor[^>]*>/.exec(xml)!;
    const late = xml.replace(emisor, '').replace('<cfdi:Conceptos>', `${emisor}$&`);
    expect(faults(late)).toEqual(['emisor: cfdi:Emisor is not in its place']);
  });

  it('a list is not empty', () => {
    const empty = xml.replace(/<cfdi:Traslados>.*?<\/cfdi:Traslados>/s, '<cfdi:Traslados/>');
    expect(faults(empty)).toEqual(['conceptos.0.impuestos.traslados: cfdi:Traslados is empty']);
  });

  it('an attribute with a prefix is found, those of the schema instance are not', () => {
    const emisor = '<cfdi:Emisor';
    expect(faults(xml.replace(emisor, `${emisor} xml:lang="es"`))).toEqual([
      'emisor.xml:lang: cfdi:Emisor has no attribute xml:lang',
    ]);
    expect(faults(xml.replace(emisor, `${emisor} xsi:type="x"`))).toEqual([]);
  });

  it('no attribute is lost for the name it has', () => {
    expect(faults(xml.replace('<cfdi:Emisor', '$& __proto__="1"'))).toEqual([
      'emisor.__proto__: cfdi:Emisor has no attribute __proto__',
    ]);
  });

  it('local taxes come in any order', () => {
    const both =
      '<implocal:TrasladosLocales$1/><implocal:RetencionesLocales ImpLocRetenido="X" TasadeRetencion="1.00" Importe="1.00"/>';
    const mixed = xml.replace(/<implocal:TrasladosLocales([^>]*)\/>/, both);
    expect(faults(mixed)).toEqual([]);
  });

  it('what has no model is kept whole, whatever it holds', () => {
    const donat =
      '<donat:Donatarias xmlns:donat="http://www.sat.gob.mx/donat" a="1">x<b/></donat:Donatarias>';
    const { document, findings } = parseDocument(withInside(xml, 'cfdi:Complemento', donat));
    expect(findings).toEqual([]);
    expect(document.complemento!.otros).toEqual([
      expect.objectContaining({ name: 'donat:Donatarias', attributes: { a: '1' }, text: 'x' }),
    ]);
  });

  it('the stamp alone is read too', () => {
    const [timbre] = /<tfd:.*\/>/.exec(documents.payment)!;
    expect(parseTimbre(timbre).version).toBe('1.1');
  });
});
