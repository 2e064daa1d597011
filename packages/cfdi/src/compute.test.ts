import { Decimal } from '@timbre/fiscal';
import fc from 'fast-check';
import { computeComprobante } from './compute';
import type { ComprobanteInput } from './compute';
import type { ConceptoInput, TaxInput } from './compute-concepto';

const iva = (rate: string): TaxInput => ({
  kind: 'traslado',
  impuesto: '002',
  tipoFactor: 'Tasa',
  tasaOCuota: Decimal.from(rate),
});
const exempt: TaxInput = { kind: 'traslado', impuesto: '002', tipoFactor: 'Exento' };
const withheld = (impuesto: string, rate: string): TaxInput => ({
  kind: 'retencion',
  impuesto,
  tipoFactor: 'Tasa',
  tasaOCuota: Decimal.from(rate),
});

function concepto(valorUnitario: string, changes: Partial<ConceptoInput> = {}): ConceptoInput {
  return {
    claveProdServ: '01010101',
    cantidad: Decimal.one,
    claveUnidad: 'ACT',
    descripcion: 'Venta',
    valorUnitario: Decimal.from(valorUnitario),
    ...changes,
  };
}

function compute(conceptos: ConceptoInput[], changes: Partial<ComprobanteInput> = {}) {
  return computeComprobante({
    fecha: '2026-11-18T10:15:00',
    moneda: 'MXN',
    currencyDecimals: 2,
    tipoDeComprobante: 'I',
    exportacion: '01',
    lugarExpedicion: '42501',
    emisor: { rfc: 'EKU9003173C9', nombre: 'ESCUELA KEMPER URGATE', regimenFiscal: '601' },
    receptor: {
      rfc: 'URE180429TM6',
      nombre: 'UNIVERSIDAD ROBOTICA ESPAÑOLA',
      domicilioFiscalReceptor: '86991',
      regimenFiscalReceptor: '601',
      usoCfdi: 'G03',
    },
    conceptos,
    ...changes,
  });
}

const text = (value: Decimal | undefined) => value?.toString();

describe('computeComprobante', () => {
  it('a document uses the decimals of its currency if this loses no precision', () => {
    const document = compute([
      concepto('850', { cantidad: Decimal.from(40), taxes: [iva('0.16')] }),
    ]);
    expect(text(document.subTotal)).toBe('34000.00');
    expect(text(document.total)).toBe('39440.00');
    expect(document.conceptos[0]!.importe.toString()).toBe('34000.00');
    expect(document.conceptos[0]!.valorUnitario.toString()).toBe('850');
    expect(document.impuestos?.traslados?.[0]?.tasaOCuota?.toString()).toBe('0.160000');
  });

  it('if the concepts need more decimals than the currency has, amounts are rounded only in the sums', () => {
    const document = compute([
      concepto('0.333', { taxes: [iva('0.16')] }),
      concepto('0.333', { taxes: [iva('0.16')] }),
      concepto('0.333', { taxes: [iva('0.16')] }),
    ]);
    expect(document.conceptos.map(({ importe }) => importe.toString())).toEqual(
      Array(3).fill('0.333000'),
    );
    expect(text(document.subTotal)).toBe('1.00');
    expect(text(document.impuestos?.totalImpuestosTrasladados)).toBe('0.16');
    expect(text(document.total)).toBe('1.16');
  });

  it('500 taxes of less than a cent are added exactly and rounded once', () => {
    const conceptos = Array.from({ length: 500 }, () => concepto('1.03', { taxes: [iva('0.16')] }));
    const document = compute(conceptos);
    const lines = new Set(
      document.conceptos.map((c) => text(c.impuestos?.traslados?.[0]?.importe)),
    );
    expect([...lines]).toEqual(['0.164800']);
    expect(text(document.impuestos?.totalImpuestosTrasladados)).toBe('82.40');
  });

  it('transfers are grouped by tax, factor and rate, and withholdings by tax', () => {
    const document = compute([
      concepto('100', {
        taxes: [iva('0.16'), withheld('001', '0.10'), withheld('002', '0.106667')],
      }),
      concepto('50', { taxes: [iva('0'), withheld('001', '0.10')] }),
      concepto('25', { taxes: [exempt] }),
      concepto('10', { taxes: [iva('0.16')] }),
    ]);
    const { traslados, retenciones, totalImpuestosRetenidos } = document.impuestos!;
    expect(
      traslados?.map((t) => [text(t.base), t.tipoFactor, text(t.tasaOCuota), text(t.importe)]),
    ).toEqual([
      ['110.00', 'Tasa', '0.160000', '17.60'],
      ['50.00', 'Tasa', '0.000000', '0.00'],
      ['25.00', 'Exento', undefined, undefined],
    ]);
    expect(retenciones?.map((r) => [r.impuesto, text(r.importe)])).toEqual([
      ['001', '15.00'],
      ['002', '10.67'],
    ]);
    expect(text(totalImpuestosRetenidos)).toBe('25.67');
    expect(text(document.total)).toBe('176.93');
  });

  it('exempt sales have a tax summary without a total', () => {
    const { impuestos } = compute([concepto('4500', { taxes: [exempt] })]);
    expect(impuestos).not.toHaveProperty('totalImpuestosTrasladados');
    expect(impuestos?.traslados).toHaveLength(1);
  });

  it('IVA is charged on the price with IEPS, and a fixed tax per unit (Cuota) is charged by units', () => {
    const ieps: TaxInput = { ...iva('0.08'), impuesto: '003' };
    const cuota: TaxInput = {
      kind: 'traslado',
      impuesto: '003',
      tipoFactor: 'Cuota',
      tasaOCuota: Decimal.from('5.9195'),
      units: Decimal.from(10),
    };
    const rate = compute([concepto('100', { taxes: [ieps, iva('0.16')] })]);
    expect(rate.conceptos[0]!.impuestos?.traslados?.map((t) => text(t.importe))).toEqual([
      '8.00',
      '17.28',
    ]);
    const fee = compute([concepto('100', { taxes: [cuota, iva('0.16')] })]);
    expect(fee.conceptos[0]!.impuestos?.traslados?.map((t) => text(t.base))).toEqual([
      '10.000000',
      '159.195000',
    ]);
  });

  it('IVA is withheld on the base of IVA, which includes the IEPS, and ISR is withheld on the price', () => {
    const ieps: TaxInput = { ...iva('0.08'), impuesto: '003' };
    const taxes = [ieps, iva('0.16'), withheld('001', '0.1'), withheld('002', '0.106667')];
    const { conceptos, total } = compute([concepto('100', { taxes })]);
    expect(conceptos[0]!.impuestos?.retenciones?.map((t) => text(t.base))).toEqual([
      '100.000000',
      '108.000000',
    ]);
    expect(text(total)).toBe('103.76');
  });

  it('the number of units of a fixed tax per unit (Cuota) is written with all its decimals', () => {
    const cuota: TaxInput = {
      kind: 'traslado',
      impuesto: '003',
      tipoFactor: 'Cuota',
      tasaOCuota: Decimal.from('8'),
      units: Decimal.from('0.125'),
    };
    const { conceptos } = compute([concepto('10', { taxes: [cuota, iva('0')] })]);
    expect(conceptos[0]!.impuestos?.traslados?.[0]).toMatchObject({
      base: Decimal.from('0.125000'),
      importe: Decimal.from('1.000000'),
    });
  });

  it('the discount is subtracted from the tax base and shown only on discounted concepts', () => {
    const document = compute([
      concepto('100', { descuento: Decimal.from('10'), taxes: [iva('0.16')] }),
      concepto('50', { taxes: [iva('0.16')] }),
    ]);
    expect(text(document.descuento)).toBe('10.00');
    expect(text(document.total)).toBe('162.40');
    expect(document.conceptos[1]).not.toHaveProperty('descuento');
    expect(compute([concepto('1')])).not.toHaveProperty('descuento');
  });

  it('local taxes are added to the total but not to the federal summary', () => {
    const document = compute([concepto('1000', { taxes: [iva('0.16')] })], {
      localTaxes: [
        { kind: 'traslado', nombre: 'ISH', tasa: Decimal.from(3) },
        { kind: 'retencion', nombre: 'CEDULAR', tasa: Decimal.from('0.5') },
      ],
    });
    expect(text(document.total)).toBe('1185.00');
    expect(text(document.complemento?.impuestosLocales?.totaldeTraslados)).toBe('30.00');
    expect(text(document.impuestos?.totalImpuestosTrasladados)).toBe('160.00');
  });

  it('a transfer has totals of zero and no taxes', () => {
    const document = compute([concepto('15.5', { taxes: [iva('0.16')] })], {
      tipoDeComprobante: 'T',
      moneda: 'XXX',
      currencyDecimals: 0,
    });
    expect([text(document.subTotal), text(document.total)]).toEqual(['0', '0']);
    expect(document).not.toHaveProperty('impuestos');
    expect(document.conceptos[0]).toMatchObject({ objetoImp: '01' });
  });
});

describe('prices with tax included', () => {
  it('prices with tax included add up to the charged price, with six decimals if the net amount needs six', () => {
    const document = compute([concepto('99.99', { taxIncluded: true, taxes: [iva('0.16')] })]);
    expect(text(document.conceptos[0]!.valorUnitario)).toBe('86.198276');
    expect(text(document.total)).toBe('99.99');
  });

  it('prices with tax included use two decimals if the net amount is exact', () => {
    const document = compute([concepto('116', { taxIncluded: true, taxes: [iva('0.16')] })]);
    expect(text(document.conceptos[0]!.valorUnitario)).toBe('100.00');
    expect(text(document.total)).toBe('116.00');
  });

  it('prices with tax included are amounts before withholdings', () => {
    const document = compute([
      concepto('116', { taxIncluded: true, taxes: [iva('0.16'), withheld('001', '0.0125')] }),
    ]);
    expect(text(document.total)).toBe('114.75');
  });

  const rates = fc.constantFrom(
    [iva('0.16')],
    [iva('0.08')],
    [iva('0')],
    [exempt],
    [{ ...iva('0.265'), impuesto: '003' }, iva('0.16')],
    [
      { ...iva('0.0051'), impuesto: '003', tipoFactor: 'Cuota', units: Decimal.from('1.5') },
      { ...iva('0.25'), impuesto: '003' },
      iva('0.16'),
    ] satisfies TaxInput[],
  );
  const priced = fc.record({
    cents: fc.integer({ min: 100, max: 5_000_000 }),
    quantity: fc.integer({ min: 1, max: 40 }),
    discount: fc.option(fc.integer({ min: 1, max: 99 }), { nil: undefined }),
    taxes: rates,
  });

  it('prices with tax included add up to exactly the charged total for any rates, quantities and discounts', () => {
    fc.assert(
      fc.property(fc.array(priced, { minLength: 1, maxLength: 12 }), (lines) => {
        const cents = (value: number) => Decimal.from(value).dividedBy(Decimal.from(100), 2);
        const document = compute(
          lines.map(({ cents: price, quantity, discount, taxes }) =>
            concepto(cents(price).toString(), {
              taxIncluded: true,
              cantidad: Decimal.from(quantity),
              taxes,
              ...(discount !== undefined && { descuento: cents(discount) }),
            }),
          ),
        );
        const charged = lines.map((l) => l.cents * l.quantity - (l.discount ?? 0));
        expect(text(document.total)).toBe(cents(charged.reduce((a, b) => a + b)).toString());
      }),
      { numRuns: 500 },
    );
  });

  it('prices with tax included add up exactly to the charges of receipts with several rates', () => {
    const part = fc.record({
      cents: fc.integer({ min: 1, max: 500_000 }),
      taxes: fc.constantFrom<TaxInput[]>([iva('0.16')], [iva('0.08')], [iva('0')], [exempt], []),
    });
    const receipt = fc.array(part, { minLength: 1, maxLength: 4 });
    const amount = (cents: number) => Decimal.from(cents).dividedBy(Decimal.from(100), 2);
    fc.assert(
      fc.property(fc.array(receipt, { minLength: 1, maxLength: 12 }), (receipts) => {
        const document = compute(
          receipts.map((parts) =>
            concepto('0', {
              chargedParts: parts.map(({ cents, taxes }) => ({ charged: amount(cents), taxes })),
            }),
          ),
        );
        const charged = receipts.flat().reduce((sum, { cents }) => sum + cents, 0);
        expect(text(document.total)).toBe(text(amount(charged)));
      }),
      { numRuns: 500 },
    );
  });

  it('the total preserves the cent that would be lost if two rates were rounded separately', () => {
    const parts = (charged: string, rate: string) =>
      concepto('0', { chargedParts: [{ charged: Decimal.from(charged), taxes: [iva(rate)] }] });
    const document = compute([parts('1.02', '0.16'), parts('2.49', '0.08')]);
    expect(text(document.total)).toBe('3.51');
  });
});
