import fc from 'fast-check';
import { income, concepto, decimal, iva, receptor, UUID } from '../test/make-documents';
import { cadenaOriginal } from './cadena';
import type { Comprobante } from './comprobante';
import { parseComprobante } from './parse';
import { writeComprobante } from './seal';
import { readXml, xmlNode } from './xml';

/** Returns a document with every optional part. */
function everything(): Comprobante {
  const document = income(
    {
      condicionesDePago: 'Contado',
      cfdiRelacionados: [
        { tipoRelacion: '04', cfdiRelacionado: [{ uuid: UUID }] },
        { tipoRelacion: '01', cfdiRelacionado: [{ uuid: UUID }, { uuid: UUID }] },
      ],
      localTaxes: [{ kind: 'traslado', nombre: 'ISH', tasa: decimal('3') }],
      complemento: {
        otros: [
          xmlNode('ine:INE', {
            Version: '1.1',
            TipoProceso: 'Ordinario',
            TipoComite: 'Directivo Estatal',
          }),
        ],
      },
      addenda: [xmlNode('pedido', { numero: '1 & 2' }, [xmlNode('linea')], 'texto <libre>')],
    },
    [
      concepto('100', {
        noIdentificacion: 'A-1',
        unidad: 'Pieza',
        descuento: decimal('10'),
        taxes: [iva()],
        aCuentaTerceros: {
          rfcACuentaTerceros: 'JUFA7608212V6',
          nombreACuentaTerceros: 'ADRIANA JUAREZ FERNANDEZ',
          regimenFiscalACuentaTerceros: '612',
          domicilioFiscalACuentaTerceros: '29133',
        },
        informacionAduanera: [{ numeroPedimento: '15  48  3009  5001234' }],
        cuentaPredial: [{ numero: '15956011002' }],
        complementoConcepto: [
          xmlNode('iedu:instEducativas', {
            version: '1.0',
            nombreAlumno: 'José Ñandú',
            CURP: 'XOJI740919MQTDMN02',
            nivelEducativo: 'Primaria',
            autRVOE: '1',
          }),
        ],
        parte: [
          {
            claveProdServ: '01010101',
            cantidad: decimal('2.50'),
            descripcion: 'Parte',
            informacionAduanera: [{ numeroPedimento: '15  48  3009  5001234' }],
          },
        ],
      }),
    ],
  );
  return { ...document, noCertificado: '30001000000500009999' };
}

describe('writeComprobante', () => {
  it('the written cadena equals the cadena of the XML when it is read', () => {
    const { xml, cadena } = writeComprobante(everything());
    expect(cadenaOriginal(readXml(xml))).toBe(cadena);
  });

  it('the cadena follows the order of the stylesheet', () => {
    const { cadena } = writeComprobante(everything());
    expect(cadena).toBe(
      [
        '||4.0|FAC|1001|2026-11-18T10:15:00|03|30001000000500009999|Contado|100.00|10.00|MXN',
        `107.10|I|01|PUE|42501|04|${UUID}|01|${UUID}|${UUID}`,
        'EKU9003173C9|ESCUELA KEMPER URGATE|601',
        'URE180429TM6|UNIVERSIDAD ROBOTICA ESPAÑOLA|86991|601|G03',
        '01010101|A-1|1|ACT|Pieza|Venta|100|100.00|10.00|02|90.00|002|Tasa|0.160000|14.40',
        'JUFA7608212V6|ADRIANA JUAREZ FERNANDEZ|612|29133|15 48 3009 5001234|15956011002',
        '1.0|José Ñandú|XOJI740919MQTDMN02|Primaria|1',
        '01010101|2.50|Parte|15 48 3009 5001234',
        '90.00|002|Tasa|0.160000|14.40|14.40',
        '1.0|0.00|2.70|ISH|3.00|2.70|1.1|Ordinario|Directivo Estatal||',
      ].join('|'),
    );
  });

  it('withheld taxes precede transferred taxes in the summary, and follow transferred taxes in a concept', () => {
    const { xml } = writeComprobante(
      income({}, [
        concepto('100', {
          taxes: [
            iva(),
            { kind: 'retencion', impuesto: '001', tipoFactor: 'Tasa', tasaOCuota: decimal('0.1') },
          ],
        }),
      ]),
    );
    const order = [...xml.matchAll(/<cfdi:(Traslados|Retenciones)>/g)].map((match) => match[1]);
    expect(order).toEqual(['Traslados', 'Retenciones', 'Retenciones', 'Traslados']);
  });

  it('a written document is read back as the same model', () => {
    const document = everything();
    const { document: read, findings } = { ...parsed(writeComprobante(sealed(document)).xml) };
    expect(findings).toEqual([]);
    expect(JSON.parse(JSON.stringify(read))).toEqual(JSON.parse(JSON.stringify(sealed(document))));
  });

  it('the XML preserves both blanks between the groups of a customs number, and the cadena has one blank', () => {
    const { xml, cadena } = writeComprobante(everything());
    expect(xml).toContain('NumeroPedimento="15  48  3009  5001234"');
    expect(cadena).toContain('|15 48 3009 5001234|');
  });

  it('reserved characters are escaped in the XML but not in the cadena', () => {
    const name = 'L&O <"Ñ\'> SA';
    const { xml, cadena } = writeComprobante(income({ receptor: { ...receptor, nombre: name } }));
    expect(xml).toContain('Nombre="L&amp;O &lt;&quot;Ñ\'&gt; SA"');
    expect(cadena).toContain(`|${name}|`);
  });

  it.each([
    ['short', 'palabras'],
    ['long', 'palabras'.repeat(200)],
  ])('white space is collapsed in the XML and the cadena of a %s text', (_length, words) => {
    for (const blanks of ['  ', '\t', ' \t\n ', '\r']) {
      const nombre = `  dos${blanks}${words}\r\n`;
      const { xml, cadena } = writeComprobante(income({ receptor: { ...receptor, nombre } }));
      expect(xml).toContain(`Nombre="dos ${words}"`);
      expect(cadena).toContain(`|dos ${words}|`);
    }
  });

  it('an absent attribute adds no empty field to the cadena', () => {
    const { cadena } = writeComprobante(income());
    expect(cadena).not.toMatch(/[^|]\|\|[^|]/);
  });

  it('a text with a character that XML does not allow is refused', () => {
    const document = income({ receptor: { ...receptor, nombre: 'A\u0000B' } });
    expect(() => writeComprobante(document)).toThrow(RangeError);
  });

  it('a document declares exactly the namespaces that it uses', () => {
    expect(writeComprobante(income()).xml).not.toContain('implocal');
    expect(writeComprobante(everything()).xml).toContain(
      'xmlns:implocal="http://www.sat.gob.mx/implocal" xmlns:ine="http://www.sat.gob.mx/ine"',
    );
  });

  it('the cadena is the same before and after writing and reading, for any text', () => {
    const words = fc
      .string({ unit: 'grapheme', minLength: 1 })
      .filter((word) => word.trim() !== '');
    fc.assert(
      fc.property(words, words, (descripcion, nombre) => {
        const document = income({ receptor: { ...receptor, nombre } }, [
          concepto('1', { descripcion }),
        ]);
        const { xml, cadena } = writeComprobante({ ...document, noCertificado: '1' });
        expect(cadenaOriginal(readXml(xml))).toBe(cadena);
      }),
    );
  });
});

function sealed(document: Comprobante): Comprobante {
  return { ...document, certificado: 'QUJD', sello: 'QUJD' };
}

function parsed(xml: string) {
  return parseComprobante(xml);
}
