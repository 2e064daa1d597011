import { makeCredentials } from '../test/make-credentials';
import { decimal, UUID, withholding } from '../test/make-documents';
import { cadenaOriginal } from './cadena';
import type { Retenciones } from './retenciones';
import { sealRetenciones, writeRetenciones } from './seal';
import { validateRetenciones } from './validate-retenciones';
import { verifyRetenciones } from './verify-retenciones';
import { readXml, xmlNode } from './xml';

const codes = (document: Retenciones) => validateRetenciones(document).map(({ code }) => code);

const dividends = xmlNode('dividendos:Dividendos', { Version: '1.0' }, [
  xmlNode('dividendos:DividOUtil', {
    CveTipDivOUtil: '01',
    MontISRAcredRetMexico: '100.00',
    MontISRAcredRetExtranjero: '0.00',
    TipoSocDistrDiv: 'Sociedad Nacional',
  }),
]);
const extranjero = { nomDenRazSocR: 'JOHN SMITH', numRegIdTribR: '123456789' };

describe('computeRetenciones', () => {
  it('the totals of a withholding document are the sums of the operation and of the withheld taxes', () => {
    const { totales } = withholding();
    expect(totales.montoTotOperacion.toString()).toBe('10000.00');
    expect(totales.montoTotRet.toString()).toBe('1000.00');
    expect(codes(withholding())).toEqual([]);
  });
});

describe('writeRetenciones', () => {
  it('the cadena follows the order of the stylesheet', () => {
    const { xml, cadena } = writeRetenciones({ ...withholding(), noCertificado: '3' });
    expect(cadena).toBe(
      '||2.0|3|77|2026-11-05T11:05:00|42501|01|EKU9003173C9|ESCUELA KEMPER URGATE|601|Nacional' +
        '|MISC491214B86|CECILIA MIRANDA SANCHEZ|01010|10|10|2026|10000.00|10000.00|0.00|1000.00' +
        '|10000.00|001|1000.00|04||',
    );
    expect(cadenaOriginal(readXml(xml))).toBe(cadena);
  });

  it('a foreign receiver and a complement are written to the XML', () => {
    const document = withholding({
      cveRetenc: '14',
      receptor: { nacionalidadR: 'Extranjero', extranjero },
      complemento: { otros: [dividends] },
    });
    const { xml, cadena } = writeRetenciones(document);
    expect(cadena).toContain('|Extranjero|123456789|JOHN SMITH|10|');
    expect(cadena).toContain('|04|1.0|01|100.00|0.00|Sociedad Nacional||');
    expect(xml).toContain(
      'xmlns:dividendos="http://www.sat.gob.mx/esquemas/retencionpago/1/dividendos"',
    );
    expect(codes(document)).toEqual([]);
  });
});

const right = withholding();
const withNational = (changes: object): Retenciones => ({
  ...right,
  receptor: {
    nacionalidadR: 'Nacional',
    nacional: { ...right.receptor.nacional!, ...changes },
  },
});
const withLine = (changes: object): Retenciones => ({
  ...right,
  totales: {
    ...right.totales,
    impRetenidos: [{ ...right.totales.impRetenidos![0]!, ...changes }],
  },
});
const wrong: [string, Retenciones, string][] = [
  ['an unknown key', withholding({ cveRetenc: '77' }), 'Reten20105'],
  [
    'an unknown year',
    withholding({ periodo: { mesIni: '01', mesFin: '02', ejercicio: '2019' } }),
    'Reten20125',
  ],
  [
    'a reversed period',
    withholding({ periodo: { mesIni: '03', mesFin: '02', ejercicio: '2026' } }),
    'Reten20122',
  ],
  [
    'an operation that differs from its parts',
    { ...right, totales: { ...right.totales, montoTotOperacion: decimal('1.00') } },
    'Reten20127',
  ],
  [
    'a withheld total that differs from its lines',
    { ...right, totales: { ...right.totales, montoTotRet: decimal('1.00') } },
    'Reten20131',
  ],
  [
    'a national receiver without data',
    withholding({ receptor: { nacionalidadR: 'Nacional', extranjero } }),
    '301',
  ],
  ['no receiver', withholding({ receptor: { nacionalidadR: 'Nacional' } }), '301'],
  ['key 25 without a description', withholding({ cveRetenc: '25' }), 'Reten20106'],
  [
    'the complement of another key',
    withholding({ cveRetenc: '16', complemento: { otros: [dividends] } }),
    'Reten20107',
  ],
  ['a key without its complement', withholding({ cveRetenc: '14' }), 'Reten20107'],
  [
    'a relation that does not exist',
    withholding({ cfdiRetenRelacionados: { tipoRelacion: '99', uuid: UUID } }),
    'Reten20109',
  ],
  [
    "a person's regime of a company",
    { ...right, emisor: { ...right.emisor, regimenFiscalE: '605' } },
    'Reten20112',
  ],
  ['the generic RFC by another name', withNational({ rfcR: 'XAXX010101000' }), 'Reten20116'],
  [
    'the public in general by the RFC of a taxpayer',
    withNational({ nomDenRazSocR: 'PUBLICO EN GENERAL' }),
    'Reten20116',
  ],
  [
    'a company with a CURP',
    withNational({ rfcR: 'URE180429TM6', curpR: 'XOJI740919MQTDMN02' }),
    'Reten20117',
  ],
  ['the generic RFC elsewhere', withNational({ rfcR: 'XAXX010101000' }), 'Reten20120'],
  [
    'a year to come',
    withholding({ periodo: { mesIni: '01', mesFin: '02', ejercicio: '2027' } }),
    'Reten20126',
  ],
  [
    'a withheld total without lines',
    { ...right, totales: { ...right.totales, impRetenidos: [] } },
    'Reten20130',
  ],
  ...(['20108', '20132', '20133'] as const).map((code): [string, Retenciones, string] => [
    `key 28 with the totals of another (${code})`,
    withholding({ cveRetenc: '28' }),
    `Reten${code}`,
  ]),
  ['an unknown tax', withLine({ impuestoRet: '009' }), 'Reten20134'],
  ['the kind of payment of another tax', withLine({ tipoPagoRet: '01' }), 'Reten20135'],
  [
    'three decimals',
    { ...right, totales: { ...right.totales, montoTotRet: decimal('1000.000') } },
    '301',
  ],
];

describe('validateRetenciones', () => {
  it.each(wrong)('the validation detects a fault in %s', (_name, document, code) => {
    expect(codes(document)).toContain(code);
  });
});

describe('verifyRetenciones', () => {
  const { signer } = makeCredentials();

  it('a sealed document has no findings', () => {
    const verdict = verifyRetenciones(sealRetenciones(withholding(), signer).xml);
    expect(verdict).toMatchObject({ isValid: true, findings: [], stamp: 'absent' });
  });

  it('a number that was changed after the seal is detected', () => {
    const xml = sealRetenciones(withholding(), signer).xml.replace(
      'FolioInt="77"',
      'FolioInt="78"',
    );
    expect(verifyRetenciones(xml).findings.map(({ code }) => code)).toEqual(['CFDI40102']);
  });

  it('the 72 hours are checked if the time is given', () => {
    const { xml } = sealRetenciones(withholding(), signer);
    const codesAt = (nowMs: number) =>
      verifyRetenciones(xml, { nowMs }).findings.map(({ code }) => code);
    expect(codesAt(Date.UTC(2026, 10, 5, 18))).toEqual([]);
    expect(codesAt(Date.UTC(2026, 10, 9))).toEqual(['401']);
  });
});
