import {
  decimal,
  docto,
  income,
  concepto,
  exempt,
  iva,
  pago,
  payment,
  UUID,
  withheld,
} from '../test/make-documents';
import type { Comprobante } from './comprobante';
import { taxesOfPayment } from './compute-pagos';
import { montoOf } from './pagos-monto';
import type { DoctoRelacionado, Pago, Pagos } from './pagos';
import { validateComprobante } from './validate';

const text = (value: { toString(): string } | undefined) => value?.toString();
const pagosOf = (document: Comprobante) => document.complemento!.pagos![0]!;
const codes = (document: Comprobante) => validateComprobante(document).map(({ code }) => code);
const tax = (input: ReturnType<typeof iva>, base: string) => ({ ...input, base: decimal(base) });

function usdPayment() {
  return payment([
    pago({
      monto: decimal('18410.50'),
      doctoRelacionado: [
        docto({
          monedaDr: 'USD',
          equivalenciaDr: decimal('0.0543168300'),
          impSaldoAnt: decimal('1160.00'),
          impPagado: decimal('1000.00'),
          taxes: [tax(iva(), '862.068966')],
        }),
      ],
    }),
  ]);
}

describe('computePayment', () => {
  it('a payment document has the fixed values that surround its complement', () => {
    const document = payment();
    expect(document).toMatchObject({ tipoDeComprobante: 'P', moneda: 'XXX', exportacion: '01' });
    expect([text(document.subTotal), text(document.total)]).toEqual(['0', '0']);
    expect(document.conceptos).toMatchObject([
      { claveProdServ: '84111506', claveUnidad: 'ACT', descripcion: 'Pago', objetoImp: '01' },
    ]);
    expect(codes(document)).toEqual([]);
  });

  it('the taxes of the paid documents are summed for each payment, and summed in pesos for all payments', () => {
    const document = payment([
      pago({
        monto: decimal('25333.32'),
        doctoRelacionado: [
          docto({
            impSaldoAnt: decimal('23833.32'),
            impPagado: decimal('23833.32'),
            taxes: [
              tax(iva(), '25000.00'),
              tax(withheld('001', '0.10'), '25000.00'),
              tax(withheld('002', '0.106667'), '25000.00'),
            ],
          }),
          docto({
            impSaldoAnt: decimal('4500.00'),
            impPagado: decimal('1500.00'),
            taxes: [tax(exempt, '1500.00')],
          }),
        ],
      }),
      pago({
        monedaP: 'USD',
        tipoCambioP: decimal('18.4105'),
        monto: decimal('580.00'),
        doctoRelacionado: [
          docto({
            monedaDr: 'USD',
            impSaldoAnt: decimal('1160.00'),
            impPagado: decimal('580.00'),
            taxes: [tax(iva(), '500.00')],
          }),
        ],
      }),
    ]);
    const {
      totales,
      pago: [first],
    } = pagosOf(document);
    expect(JSON.parse(JSON.stringify(totales))).toEqual({
      totalRetencionesIva: '2666.68',
      totalRetencionesIsr: '2500.00',
      totalTrasladosBaseIva16: '34205.25',
      totalTrasladosImpuestoIva16: '5472.84',
      totalTrasladosBaseIvaExento: '1500.00',
      montoTotalPagos: '36011.41',
    });
    expect(first!.doctoRelacionado[1]!.impSaldoInsoluto.toString()).toBe('3000.00');
    expect(codes(document)).toEqual([]);
  });

  it('the taxes of an invoice in another currency are converted with six decimals', () => {
    const document = usdPayment();
    const [line] = pagosOf(document).pago[0]!.impuestosP!.trasladosP!;
    expect([text(line!.baseP), text(line!.importeP)]).toEqual(['15871.120719', '2539.379323']);
    expect(text(pagosOf(document).totales.totalTrasladosBaseIva16)).toBe('15871.12');
    expect(codes(document)).toEqual([]);
  });

  it('the payment of an invoice that is not subject to tax has no taxes', () => {
    const { taxes: _taxes, ...bare } = docto();
    const document = payment([pago({ doctoRelacionado: [bare] })]);
    const [paid] = pagosOf(document).pago;
    expect(paid!.doctoRelacionado[0]!.objetoImpDr).toBe('01');
    expect(paid).not.toHaveProperty('impuestosP');
    expect(codes(document)).toEqual([]);
  });
});

describe('taxesOfPayment', () => {
  const invoice = income({}, [
    concepto('100', { taxes: [iva(), withheld('001', '0.10')] }),
    concepto('50', { taxes: [iva()] }),
    concepto('10', { taxes: [exempt] }),
  ]);

  it('taxesOfPayment returns the paid part of the base of each tax', () => {
    const taxes = taxesOfPayment(invoice, decimal('87.00'));
    expect(text(invoice.total)).toBe('174.00');
    expect(
      taxes.map((line) => [line.kind, line.impuesto, line.tipoFactor, text(line.base)]),
    ).toEqual([
      ['traslado', '002', 'Tasa', '75.000000'],
      ['retencion', '001', 'Tasa', '50.000000'],
      ['traslado', '002', 'Exento', '5.000000'],
    ]);
  });

  it('taxesOfPayment returns taxes that are valid in a payment document, for any paid part', () => {
    for (const paid of ['0.01', '33.33', '173.99', '174.00']) {
      const document = payment([
        pago({
          monto: decimal(paid),
          doctoRelacionado: [
            docto({
              impSaldoAnt: invoice.total,
              impPagado: decimal(paid),
              taxes: taxesOfPayment(invoice, decimal(paid)),
            }),
          ],
        }),
      ]);
      expect(codes(document)).toEqual([]);
    }
  });

  it('taxesOfPayment refuses an invoice of zero', () => {
    expect(() => taxesOfPayment({ ...invoice, total: decimal('0') }, decimal('1'))).toThrow(
      RangeError,
    );
  });
});

function withPagos(changes: Partial<Pagos>): Comprobante {
  const document = payment();
  return { ...document, complemento: { pagos: [{ ...pagosOf(document), ...changes }] } };
}

function withPago(changes: Partial<Pago>): Comprobante {
  return withPagos({ pago: [{ ...pagosOf(payment()).pago[0]!, ...changes }] });
}

function withDocto(changes: Partial<DoctoRelacionado>): Comprobante {
  const [first] = pagosOf(payment()).pago[0]!.doctoRelacionado;
  return withPago({ doctoRelacionado: [{ ...first!, ...changes }] });
}

function withTransfer(changes: object): Comprobante {
  const [first] = pagosOf(payment()).pago[0]!.doctoRelacionado;
  const [line] = first!.impuestosDr!.trasladosDr!;
  return withDocto({ impuestosDr: { trasladosDr: [{ ...line!, ...changes }] } });
}

function withRetention(changes: object): Comprobante {
  const [first] = pagosOf(payment()).pago[0]!.doctoRelacionado;
  const line = {
    baseDr: decimal('100.00'),
    impuestoDr: '001',
    tipoFactorDr: 'Tasa',
    tasaOCuotaDr: decimal('0.100000'),
    importeDr: decimal('10.00'),
  };
  return withDocto({
    impuestosDr: { ...first!.impuestosDr, retencionesDr: [{ ...line, ...changes }] },
  });
}

const trasladoP = pagosOf(payment()).pago[0]!.impuestosP!.trasladosP![0]!;
const retencionP = { impuestoP: '001', importeP: decimal('10.00') };

const wrong: [string, Comprobante, string][] = [
  [
    'a payment in an income document',
    { ...income(), complemento: payment().complemento! },
    'CRP20101',
  ],
  ['no payment', { ...payment(), complemento: {} }, 'CRP20999'],
  ['an export', { ...payment(), exportacion: '04' }, 'CRP20102'],
  ['a subtotal', { ...payment(), subTotal: decimal('1') }, 'CRP20103'],
  ['a currency', { ...payment(), moneda: 'MXN' }, 'CRP20104'],
  ['a form of payment', { ...payment(), formaPago: '03' }, 'CFDI40103'],
  ['a form of payment, by the rules of payments', { ...payment(), formaPago: '03' }, 'CRP20105'],
  ['a method', { ...payment(), metodoPago: 'PUE' }, 'CRP20106'],
  ['terms', { ...payment(), condicionesDePago: 'Contado' }, 'CRP20107'],
  ['a discount', { ...payment(), descuento: decimal('1') }, 'CRP20108'],
  ['an exchange rate', { ...payment(), tipoCambio: decimal('18') }, 'CRP20109'],
  ['a total', { ...payment(), total: decimal('1') }, 'CRP20110'],
  [
    'two concepts',
    { ...payment(), conceptos: [...payment().conceptos, ...payment().conceptos] },
    'CRP20111',
  ],
  [
    'a concept with a part',
    {
      ...payment(),
      conceptos: [{ ...payment().conceptos[0]!, cuentaPredial: [{ numero: '1' }] }],
    },
    'CRP20112',
  ],
  [
    'another product',
    { ...payment(), conceptos: [{ ...payment().conceptos[0]!, claveProdServ: '01010101' }] },
    'CRP20113',
  ],
  [
    'another description',
    { ...payment(), conceptos: [{ ...payment().conceptos[0]!, descripcion: 'Abono' }] },
    'CRP20118',
  ],
  [
    'a total of taxes that differs from the sum',
    withPagos({
      totales: { ...pagosOf(payment()).totales, totalTrasladosBaseIva16: decimal('1.00') },
    }),
    'CRP20204',
  ],
  ['a missing total', withPagos({ totales: { montoTotalPagos: decimal('116.00') } }), 'CRP20205'],
  [
    'a total of a tax that does not occur',
    withPagos({ totales: { ...pagosOf(payment()).totales, totalRetencionesIsr: decimal('1.00') } }),
    'CRP20202',
  ],
  [
    'a wrong sum of payments',
    withPagos({ totales: { ...pagosOf(payment()).totales, montoTotalPagos: decimal('1.00') } }),
    'CRP20211',
  ],
  ['an unknown form', withPago({ formaDePagoP: '99' }), 'CRP20212'],
  ['a payment without currency', withPago({ monedaP: 'XXX' }), 'CRP20213'],
  ['a payment without rate', payment([pago({ tipoCambioP: undefined as never })]), 'CRP20214'],
  ['pesos at another rate', withPago({ tipoCambioP: decimal('2') }), 'CRP20215'],
  ['more paid than was received', withPago({ monto: decimal('115.99') }), 'CRP20217'],
  ['nothing received', withPago({ monto: decimal('0') }), 'CRP20218'],
  ['a thousandth of a peso', withPago({ monto: decimal('116.001') }), 'CRP20219'],
  ['a bank in cash', withPago({ formaDePagoP: '01', rfcEmisorCtaOrd: 'BSM970519DU8' }), 'CRP20221'],
  [
    'an account in cash',
    withPago({ formaDePagoP: '01', ctaOrdenante: '012345678901234567' }),
    'CRP20224',
  ],
  ['an account in another format', withPago({ ctaOrdenante: 'ABC_DEFGHIJ' }), 'CRP20225'],
  ['a foreign bank without a name', withPago({ rfcEmisorCtaOrd: 'XEXX010101000' }), 'CRP20223'],
  ['a chain without its parts', withPago({ tipoCadPago: '01' }), 'CRP20230'],
  ['parts without their chain', withPago({ selloPago: 'QUJD' }), 'CRP20235'],
  ['a document without currency', withDocto({ monedaDr: 'XXX' }), 'CRP20236'],
  [
    'another equivalence in the same currency',
    withDocto({ equivalenciaDr: decimal('2') }),
    'CRP20238',
  ],
  ['a previous balance of zero', withDocto({ impSaldoAnt: decimal('0') }), 'CRP20239'],
  ['nothing paid', withDocto({ impPagado: decimal('0') }), 'CRP20241'],
  ['a thousandth paid', withDocto({ impPagado: decimal('115.999') }), 'CRP20242'],
  ['a wrong remaining balance', withDocto({ impSaldoInsoluto: decimal('1.00') }), 'CRP20244'],
  ['an unknown object of tax', withDocto({ objetoImpDr: '99' }), 'CRP20245'],
  ['no object of tax with taxes', withDocto({ objetoImpDr: '01' }), 'CRP20247'],
  ['IVA under an object of tax without IVA', withDocto({ objetoImpDr: '06' }), 'CRP20278'],
  ['IVA under an object of tax with IEPS only', withDocto({ objetoImpDr: '07' }), 'CRP20279'],
  ['an empty tax node', withDocto({ impuestosDr: {} }), 'CRP20248'],
  ['an unknown tax', withTransfer({ impuestoDr: '009' }), 'CRP20256'],
  ['an exempt line with amount', withTransfer({ tipoFactorDr: 'Exento' }), 'CRP20258'],
  ['a rate without amount', withTransfer({ importeDr: undefined }), 'CRP20259'],
  [
    'a rate that does not exist',
    withTransfer({ tasaOCuotaDr: decimal('0.15'), importeDr: decimal('15.00') }),
    'CRP20260',
  ],
  ['an amount beyond its limits', withTransfer({ importeDr: decimal('16.02') }), 'CRP20261'],
  ['an unknown withheld tax', withRetention({ impuestoDr: '009' }), 'CRP20250'],
  ['an exempt withholding', withRetention({ tipoFactorDr: 'Exento' }), 'CRP20252'],
  [
    'a withheld rate beyond its range',
    withRetention({ tasaOCuotaDr: decimal('0.9'), importeDr: decimal('90') }),
    'CRP20253',
  ],
  [
    'a withheld amount beyond its limits',
    withRetention({ importeDr: decimal('10.02') }),
    'CRP20254',
  ],
  ['a withholding that the payment does not sum', withRetention({}), 'CRP20265'],
  [
    'a tax withheld twice in the payment',
    withPago({ impuestosP: { trasladosP: [trasladoP], retencionesP: [retencionP, retencionP] } }),
    'CRP20263',
  ],
  [
    'a base that differs from the sum',
    withPago({ impuestosP: { trasladosP: [{ ...trasladoP, baseP: decimal('90.00') }] } }),
    'CRP20268',
  ],
  [
    'an amount that differs from the sum',
    withPago({ impuestosP: { trasladosP: [{ ...trasladoP, importeP: decimal('15.00') }] } }),
    'CRP20274',
  ],
  [
    'a base of the payment a cent more',
    withPago({ impuestosP: { trasladosP: [{ ...trasladoP, baseP: decimal('100.01') }] } }),
    'CRP20268',
  ],
  [
    'an amount of the payment a cent more',
    withPago({ impuestosP: { trasladosP: [{ ...trasladoP, importeP: decimal('16.01') }] } }),
    'CRP20274',
  ],
  [
    'an exempt tax of the payment with a rate',
    withPago({ impuestosP: { trasladosP: [{ ...trasladoP, tipoFactorP: 'Exento' }] } }),
    'CRP20266',
  ],
  [
    'an exempt base that no document has',
    withPago({
      impuestosP: {
        trasladosP: [
          trasladoP,
          { baseP: decimal('1.00'), impuestoP: '002', tipoFactorP: 'Exento' },
        ],
      },
    }),
    'CRP20269',
  ],
  [
    'a rate of the payment that does not exist',
    withPago({ impuestosP: { trasladosP: [{ ...trasladoP, tasaOCuotaP: decimal('0.15') }] } }),
    'CRP20272',
  ],
  [
    'a line of the payment twice',
    withPago({ impuestosP: { trasladosP: [trasladoP, trasladoP] } }),
    'CRP20271',
  ],
];

describe('validateComprobante for payments', () => {
  it.each(wrong)('the payment validation detects a fault: %s', (_name, document, code) => {
    expect(codes(document)).toContain(code);
  });

  it('the payment validation describes the formats of an account in words', () => {
    const [finding] = validateComprobante(withPago({ ctaOrdenante: 'ABC_DEFGHIJ' })).filter(
      ({ code }) => code === 'CRP20225',
    );
    expect(finding?.message).toMatch(/^CtaOrdenante has \d+( to \d+)? digits/);
    expect(finding?.message).not.toContain('[');
  });

  it('the payment validation detects an amount below the sum of documents in another currency', () => {
    const document = usdPayment();
    const pagos = pagosOf(document);
    const small = [{ ...pagos.pago[0]!, monto: decimal('18400.00') }];
    expect(codes({ ...document, complemento: { pagos: [{ ...pagos, pago: small }] } })).toContain(
      'CRP20276',
    );
  });

  it('the payment validation accepts the nearest Monto, or a Monto above the amount due', () => {
    const equivalenciaDr = decimal('0.0542005421');
    const paid = (monedaDr: string, impPagado: string, monto: string) => {
      const { taxes: _taxes, ...bare } = docto({
        monedaDr,
        equivalenciaDr,
        impSaldoAnt: decimal(impPagado),
        impPagado: decimal(impPagado),
      });
      return payment([pago({ monto: decimal(monto), doctoRelacionado: [bare] })]);
    };
    // 14418.12 dollars are 266014.3135 pesos. The lower limit of the formula is 266014.2215.
    expect(codes(paid('USD', '14418.12', '266014.23'))).toEqual([]);
    expect(codes(paid('USD', '14418.12', '300000.00'))).toEqual([]);
    expect(codes(paid('USD', '14418.12', '266014.21'))).toEqual(['CRP20276']);
    // For a thousand times this amount in dollars, the sum is 266014315.5657 pesos and the lower
    // limit is 266014315.7185.
    expect(codes(paid('USD', '14418120.11', '266014315.57'))).toEqual([]);
    expect(codes(paid('USD', '14418120.11', '266014315.56'))).toEqual(['CRP20276']);
    const [large] = pagosOf(paid('USD', '14418120.11', '1')).pago[0]!.doctoRelacionado;
    const less = { ...large!, impPagado: decimal('14418120.13') };
    // This sum, 266014315.9343, must not be rounded to the nearest unit: the SAT would reject a
    // Monto below the sum.
    expect([large!, less].map((one) => montoOf([one], 'MXN', 2).toString())).toEqual([
      '266014315.57',
      '266014315.94',
    ]);
  });

  it('the payment validation detects a document whose identifier is not a UUID', () => {
    expect(codes(withDocto({ idDocumento: UUID.slice(1) }))).toEqual(['301']);
  });
});
