import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  computeComprobante,
  parseComprobante,
  validateComprobante,
  writeComprobante,
} from '@timbre/cfdi';
import { Decimal } from '@timbre/fiscal';
import fc from 'fast-check';
import { conceptoOf } from './concepto';
import type { Item } from './item';
import { itemsIssues } from './item-issues';
import { itemOfConcepto } from './item-of-concepto';
import { pricedItems } from './priced';
import type { Sale } from './sale';

const sale = {
  today: '2026-11-21',
  isPriced: true,
  isCorrection: false,
  isGlobal: false,
  issuer: { rfc: 'CACX7605101P8', taxSystem: '626' },
  placeOfIssue: '22000',
  receiverRfc: 'URE180429TM6',
} satisfies Sale;

const documentOf = (items: readonly Item[]) =>
  computeComprobante({
    fecha: `${sale.today}T12:00:00`,
    formaPago: '03',
    metodoPago: 'PUE',
    moneda: 'MXN',
    currencyDecimals: 2,
    tipoDeComprobante: 'I',
    exportacion: '01',
    lugarExpedicion: sale.placeOfIssue,
    emisor: { rfc: sale.issuer.rfc, nombre: 'XOCHILT CASAS CHAVEZ', regimenFiscal: '626' },
    receptor: {
      rfc: 'URE180429TM6',
      nombre: 'UNIVERSIDAD ROBOTICA ESPAÑOLA',
      domicilioFiscalReceptor: '86991',
      regimenFiscalReceptor: '601',
      usoCfdi: 'G03',
    },
    conceptos: items.map((item) => conceptoOf(item, { asksForIeps: true })),
  });

/** Returns decimal text for `units` with `scale` decimals. */
const decimal = (units: number, scale: number) =>
  Decimal.from(units)
    .dividedBy(Decimal.from(10 ** scale), scale)
    .toString();

const number = (max: number, scales: number[]) =>
  fc
    .tuple(fc.integer({ min: 1, max }), fc.constantFrom(...scales))
    .map(([units, scale]) => decimal(units, scale));

type Taxes = Pick<Item, 'taxability' | 'taxRate' | 'taxes' | 'withholdings' | 'taxObject'>;

const standard = { taxability: 'standard', taxRate: '0.16' } as const;
const border = { taxability: 'standard', taxRate: '0.08' } as const;
const zero = { taxability: 'zero', taxRate: '0' } as const;
const exempt = { taxability: 'exempt' } as const;
const isr = (rate: string) => ({ type: 'ISR', rate });
const withheld = (rate: string) => ({ type: 'IVA', rate });
const tasa = (rate: string) => ({ type: 'IEPS', factor: 'Tasa', rate });
const cuota = (rate: string, quantityPerUnit: string) => ({
  type: 'IEPS',
  factor: 'Cuota',
  rate,
  quantityPerUnit,
});

const taxes = fc.constantFrom<Taxes[]>(
  standard,
  zero,
  exempt,
  { ...standard, withholdings: [isr('0.1'), withheld('0.106667')] },
  { ...standard, withholdings: [isr('0.0125'), withheld('0.106666')] },
  { ...standard, withholdings: [withheld('0.04')], taxObject: '02' },
  { ...border, withholdings: [withheld('0.053333')] },
  { ...exempt, withholdings: [isr('0.1')] },
  { ...standard, taxes: [tasa('0.265')] },
  { ...zero, taxes: [tasa('0.08')] },
  { ...standard, taxes: [cuota('3.0818', '0.355')] },
  {
    ...standard,
    taxes: [tasa('0.25'), cuota('0.125', '1.333333')],
    withholdings: [isr('0.1'), withheld('0.16')],
  },
  { taxObject: '01' },
  { taxObject: '03' },
  { taxObject: '06', withholdings: [isr('0.1')] },
  { taxObject: '07', taxes: [tasa('0.08'), cuota('1.5', '0.6')] },
  { taxObject: '08' },
);

const item: fc.Arbitrary<Item> = fc
  .record({
    quantity: number(50_000, [0, 1, 2, 3]),
    unitPrice: number(9_000_000, [0, 2, 3]),
    discountPercent: fc.constantFrom(undefined, undefined, 1, 33, 100),
    taxIncluded: fc.boolean(),
    taxes,
  })
  .map(({ taxes: kinds, discountPercent, ...fields }) => ({
    kind: 'custom',
    description: 'Venta',
    satProductCode: '50202306',
    satUnitCode: 'H87',
    ...fields,
    ...kinds,
    ...(discountPercent && { discount: shareOf(fields, discountPercent) }),
  }));

function shareOf({ quantity, unitPrice }: Pick<Item, 'quantity' | 'unitPrice'>, percent: number) {
  const amount = Decimal.from(quantity).times(Decimal.from(unitPrice));
  if (percent === 100) return amount.toString();
  return amount.times(Decimal.from(percent)).dividedBy(Decimal.from(100), 2, 'down').toString();
}

/**
 * An item that costs less than a cent may have a tax base of zero, for which no rule exists.
 */
const isWorthACent = ({ quantity, unitPrice, discount = '0' }: Item) =>
  discount === Decimal.from(quantity).times(Decimal.from(unitPrice)).toString() ||
  Decimal.from(quantity)
    .times(Decimal.from(unitPrice))
    .minus(Decimal.from(discount))
    .greaterOrEqual(Decimal.from('0.02'));

const accepted = item.filter(
  (one) => isWorthACent(one) && itemsIssues([one], [], sale).length === 0,
);

describe('the document of accepted items', () => {
  it("the document of accepted items satisfies the SAT's rules for any mixture of taxes, discounts and decimals", () => {
    fc.assert(
      fc.property(fc.array(accepted, { minLength: 1, maxLength: 6 }), (items) => {
        expect(validateComprobante(documentOf(items))).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it('a document charges tax-inclusive prices exactly, before withholdings', () => {
    fc.assert(
      fc.property(fc.array(accepted, { minLength: 1, maxLength: 6 }), (given) => {
        const items = given.map((one) => ({ ...one, taxIncluded: true }));
        fc.pre(itemsIssues(items, [], sale).length === 0);
        const { total, impuestos } = documentOf(items);
        const charged = Decimal.sum(
          items.map(({ quantity, unitPrice, discount = '0' }) =>
            Decimal.from(quantity).times(Decimal.from(unitPrice)).minus(Decimal.from(discount)),
          ),
        );
        const withheld = impuestos?.totalImpuestosRetenidos ?? Decimal.zero;
        expect(total.plus(withheld).toString()).toBe(charged.round(2).toString());
      }),
      { numRuns: 200 },
    );
  });

  it('each item is unchanged after the document is read again', () => {
    fc.assert(
      fc.property(accepted, (one) => {
        const document = documentOf([one]);
        const seal = {
          noCertificado: '30001000000500003416',
          certificado: 'MIIF',
          sello: 'c2Vsbw==',
        };
        const { xml } = writeComprobante({ ...document, ...seal });
        const read = itemOfConcepto(parseComprobante(xml).document.conceptos[0]!);
        const [priced] = pricedItems([one], document);
        const said = ({ amount, taxAmount, withheldAmount }: typeof read) =>
          [amount, taxAmount, withheldAmount].map((text) => Number(text ?? 0));
        expect(said(read)).toEqual(said(priced!));
        const isTaxed =
          Number(read.taxes?.length ?? 0) + Number(read.withholdings?.length ?? 0) > 0;
        if (!isTaxed) return;
        const rates = (lines: { rate: string }[] = []) => lines.map(({ rate }) => Number(rate));
        expect(rates(read.taxes)).toEqual(rates(one.taxes));
        expect(rates(read.withholdings)).toEqual(rates(one.withholdings));
      }),
      { numRuns: 200 },
    );
  });
});

const sat = `${__dirname}/../../../../shared/sat`;
const stylesheet = `${sat}/xslt/www.sat.gob.mx/sitio_internet/cfd/4/cadenaoriginal_4_0/cadenaoriginal_4_0.xslt`;
const tools = ['xmllint', 'xsltproc'];
const isPossible =
  existsSync(stylesheet) && tools.every((tool) => spawnSync(tool, ['--version']).status === 0);

(isPossible ? describe : describe.skip)('a document with every detail of items', () => {
  it('the document of accepted items is valid against the schema, and its cadena equals the output of the stylesheet', () => {
    const one: Item = {
      kind: 'custom',
      description: 'Venta',
      quantity: '24',
      unitPrice: '18.75',
      satProductCode: '50202306',
      satUnitCode: 'H87',
      ...standard,
    };
    const items: Item[] = [
      { ...one, sku: 'A-1', unitName: 'Lata', taxes: [cuota('3.0818', '0.355'), tasa('0.25')] },
      {
        ...one,
        withholdings: [isr('0.0125'), withheld('0.106667')],
        propertyTaxAccounts: ['0215A7', '2'],
      },
      { ...one, customsNumbers: ['26  48  3009  6001234'] },
      {
        ...one,
        thirdParty: {
          rfc: 'EKU9003173C9',
          legalName: 'Escuela Kemper Urgate',
          taxSystem: '601',
          postalCode: '42501',
        },
      },
      {
        ...one,
        taxability: undefined,
        taxRate: undefined,
        taxObject: '06',
        withholdings: [isr('0.1')],
      },
    ];
    expect(itemsIssues(items, [], sale)).toEqual([]);
    const seal = { noCertificado: '30001000000500003416', certificado: 'MIIF', sello: 'c2Vsbw==' };
    const { xml, cadena } = writeComprobante({ ...documentOf(items), ...seal });
    const folder = mkdtempSync(join(tmpdir(), 'items-'));
    try {
      const file = join(folder, 'document.xml');
      writeFileSync(file, xml);
      const schema = `${sat}/xsd/cfdi40-core.xsd`;
      execFileSync('xmllint', ['--nonet', '--noout', '--schema', schema, file], { stdio: 'pipe' });
      const said = execFileSync('xsltproc', ['--nonet', stylesheet, file], { stdio: 'pipe' });
      expect(said.toString('utf8').trim()).toBe(cadena);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
