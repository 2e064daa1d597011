import fc from 'fast-check';
import { concepto, decimal, emisor, exempt, income, iva, receptor } from '../test/make-documents';
import {
  day,
  foreigner,
  nationalGeneric,
  publicInGeneral,
  taxedBoth,
  trade,
  withConcept,
  wrongDocuments,
} from '../test/wrong-documents';
import type { Comprobante } from './comprobante';
import type { ReviewOptions } from './review';
import { validateComprobante } from './validate';

function codes(document: Comprobante, options?: ReviewOptions): string[] {
  return validateComprobante(document, options).map(({ code }) => code);
}

describe('validateComprobante for valid documents', () => {
  const right: [string, Comprobante][] = [
    ['an income document', income()],
    ['a document without its seal', income()],
    ['a document of a natural person with a withholding', income({}, taxedBoth)],
    ['a document in dollars', income({ moneda: 'USD', tipoCambio: decimal('18.4105') })],
    ['a document in pesos with the rate 1', income({ moneda: 'MXN', tipoCambio: decimal('1') })],
    ['a document with deferred payment', income({ metodoPago: 'PPD', formaPago: '99' })],
    ['a document for a receiver without RFC', income({ receptor: nationalGeneric })],
    ['a global invoice', income({ receptor: publicInGeneral, informacionGlobal: day })],
    [
      'a document for a foreign receiver',
      income({ receptor: { ...foreigner, residenciaFiscal: 'USA', numRegIdTrib: '123456789' } }),
    ],
    ['an exempt sale', income({}, [concepto('100', { taxes: [exempt] })])],
    ['a sale outside the object of tax', income({}, [concepto('100')])],
    ['an export', income({ exportacion: '02', complemento: trade })],
  ];
  it.each(right)('the validation reports no fault for %s', (_name, document) => {
    expect(validateComprobante(document)).toEqual([]);
  });

  it('the validation reports no fault for any computed document, with or without tax included in its prices', () => {
    const line = fc.record({
      cents: fc.integer({ min: 1, max: 9_999_999 }),
      quantity: fc.integer({ min: 1, max: 9_999 }),
      taxIncluded: fc.boolean(),
      taxes: fc.constantFrom(
        [iva()],
        [iva('0.08')],
        [iva('0')],
        [exempt],
        [{ ...iva('0.265'), impuesto: '003' }, iva()],
      ),
    });
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 6 }), (lines) => {
        const document = income(
          { lugarExpedicion: '21000' },
          lines.map(({ cents, quantity, ...rest }) =>
            concepto(decimal(String(cents)).dividedBy(decimal('100'), 2).toString(), {
              cantidad: decimal(String(quantity)).dividedBy(decimal('100'), 2),
              claveProdServ: '50202306',
              ...rest,
            }),
          ),
        );
        const isWorthless = document.conceptos.some(({ importe }) => !importe.isPositive());
        fc.pre(!isWorthless);
        expect(validateComprobante(document)).toEqual([]);
      }),
    );
  });
});

describe('validateComprobante for invalid documents', () => {
  it.each(wrongDocuments)(
    "the validation returns the SAT's code for %s",
    (_name, document, code) => {
      expect(codes(document)).toContain(code);
    },
  );

  it('the validation detects a missing tax summary if the concepts have taxes', () => {
    const { impuestos: _impuestos, ...bare } = income();
    expect(codes({ ...bare, total: decimal('100.00') })).toContain('CFDI40221');
  });

  it('the validation detects a missing total of transferred taxes', () => {
    const { totalImpuestosTrasladados: _total, ...rest } = income().impuestos!;
    expect(codes({ ...income(), impuestos: rest, total: decimal('100.00') })).toContain(
      'CFDI40212',
    );
  });
});

describe('the structure check', () => {
  it('the structure is checked before the rules, and its findings have the path in the model', () => {
    const document = withConcept({ descripcion: 'a|b', claveProdServ: '123' });
    expect(validateComprobante(document).map(({ code, path }) => [code, path])).toEqual([
      ['301', ['conceptos', 0, 'claveProdServ']],
      ['301', ['conceptos', 0, 'descripcion']],
    ]);
  });

  it.each([
    ['an RFC of another form', { receptor: { ...receptor, rfc: 'URE180429' } }],
    ['a name that is too long', { receptor: { ...receptor, nombre: 'x'.repeat(301) } }],
    ['a date that does not exist', { fecha: '2026-02-30T10:00:00' }],
    ['a date with a zone', { fecha: '2026-02-10T10:00:00Z' }],
    ['a folio that is too long', { folio: '1'.repeat(41) }],
    ['a negative total', { total: decimal('-1.00') }],
    ['seven decimals', { total: decimal('116.0000001') }],
    ['no concept', { conceptos: [] }],
  ])('the structure check refuses %s', (_name, changes) => {
    expect(codes({ ...income(), ...changes })).toEqual(['301']);
  });

  it('the structure check requires the certificate and its number only in a document with a seal', () => {
    expect(codes({ ...income(), sello: 'QUJD' })).toEqual(['301', '301']);
    expect(codes(income())).toEqual([]);
  });
});

describe('the validation with the register of taxpayers', () => {
  const known = new Map([
    [emisor.rfc as string, { nombre: emisor.nombre, codigoPostal: '42501' }],
    [
      receptor.rfc as string,
      { nombre: receptor.nombre, codigoPostal: '86991', regimenes: ['601'] },
    ],
  ]);
  const options = { register: (rfc: string) => known.get(rfc) };

  it('the validation with the register of taxpayers accepts registered taxpayers', () => {
    expect(codes(income(), options)).toEqual([]);
  });

  it.each([
    ['an unknown issuer', { emisor: { ...emisor, rfc: 'IIA040805DZ4' } }, 'CFDI40138'],
    ['another name of the issuer', { emisor: { ...emisor, nombre: 'OTRA' } }, 'CFDI40139'],
    ['an unknown receiver', { receptor: { ...receptor, rfc: 'XIA190128J61' } }, 'CFDI40143'],
    ['another name of the receiver', { receptor: { ...receptor, nombre: 'OTRA' } }, 'CFDI40145'],
    [
      'another postal code',
      { receptor: { ...receptor, domicilioFiscalReceptor: '06000' } },
      'CFDI40148',
    ],
    ['another regime', { receptor: { ...receptor, regimenFiscalReceptor: '603' } }, 'CFDI40159'],
  ])('the register of taxpayers refuses %s', (_name, changes, code) => {
    expect(codes(income(changes), options)).toContain(code);
  });

  it('a generic RFC is not looked up in the register of taxpayers', () => {
    expect(codes(income({ receptor: nationalGeneric }), options)).toEqual([]);
  });
});
