import { computeComprobante, writeComprobante, type TaxInput } from '@timbre/cfdi';
import { Decimal } from '@timbre/fiscal';
import fc from 'fast-check';
import { codesOf, readBack, sampleDraft, sampleProfile, today } from '../../../test/sample-draft';
import { comprobanteOf } from '../drafting/comprobante-of';
import { judgeDraftOn } from '../drafting/draft-issues';
import type { AdditionalPaymentInput, Draft, PaidDocumentInput } from '../drafting/draft';
import type { InvoiceSource } from '../drafting/draft-sources';
import { resolvePaidDocuments } from './paid-documents';

const decimal = Decimal.from;
const transfer = (impuesto: string, rate: string, tipoFactor: TaxInput['tipoFactor'] = 'Tasa') =>
  ({ kind: 'traslado', impuesto, tipoFactor, tasaOCuota: decimal(rate) }) as const;
const withheld = (impuesto: string, rate: string) =>
  ({ kind: 'retencion', impuesto, tipoFactor: 'Tasa', tasaOCuota: decimal(rate) }) as const;
const iva = transfer('002', '0.16');

/** The combinations of taxes on the sales of typical businesses. */
const taxSets: readonly (readonly TaxInput[])[] = [
  [],
  [iva],
  [transfer('002', '0.08')],
  [transfer('002', '0')],
  [{ kind: 'traslado', impuesto: '002', tipoFactor: 'Exento' }],
  [iva, withheld('001', '0.1'), withheld('002', '0.106667')],
  [iva, withheld('001', '0.0125')],
  [iva, withheld('002', '0.04')],
  [transfer('003', '0.265'), iva],
  [transfer('003', '3.0818', 'Cuota'), iva],
  [transfer('003', '0.08'), transfer('002', '0')],
];
const localTaxSets = [
  [],
  [{ kind: 'traslado', nombre: 'ISH', tasa: decimal(3) }],
  [{ kind: 'retencion', nombre: 'CEDULAR', tasa: decimal(1) }],
] as const;

/** The exchange rate in pesos for one unit of each currency. */
const pesosFor: Readonly<Record<string, string>> = {
  MXN: '1',
  USD: '18.5123',
  EUR: '21.073651',
  JPY: '0.1199',
};
const decimalsOf = (currency: string) => (currency === 'JPY' ? 0 : 2);
const currency = fc.constantFrom(...Object.keys(pesosFor));

const anyConcept = fc.record({
  price: fc.integer({ min: 10_000, max: 1_000_000_00 }),
  quantity: fc.integer({ min: 1, max: 9_999 }),
  taxes: fc.constantFrom(...taxSets),
});
const anyInvoice = fc.record({
  currency,
  concepts: fc.array(anyConcept, { minLength: 1, maxLength: 4 }),
  localTaxes: fc.constantFrom(...localTaxSets),
});
const anyPayment = fc.record({
  currency,
  /** The share of each invoice's balance that a payment pays, in thousandths. */
  parts: fc.array(fc.integer({ min: 100, max: 1_000 }), { minLength: 3, maxLength: 3 }),
});
const cases = fc.record({
  invoices: fc.array(anyInvoice, { minLength: 1, maxLength: 3 }),
  payments: fc.array(anyPayment, { minLength: 1, maxLength: 3 }),
});
type Case = typeof cases extends fc.Arbitrary<infer T> ? T : never;

function invoiceOf({ currency, concepts, localTaxes }: Case['invoices'][number], index: number) {
  const document = computeComprobante({
    fecha: '2026-11-01T10:00:00',
    lugarExpedicion: '42501',
    tipoDeComprobante: 'I',
    exportacion: '01',
    moneda: currency,
    ...(currency !== 'MXN' && { tipoCambio: decimal(pesosFor[currency]!) }),
    currencyDecimals: decimalsOf(currency),
    formaPago: '99',
    metodoPago: 'PPD',
    emisor: { rfc: 'EKU9003173C9', nombre: 'ESCUELA KEMPER URGATE', regimenFiscal: '601' },
    receptor: {
      rfc: 'URE180429TM6',
      nombre: 'UNIVERSIDAD ROBOTICA ESPAÑOLA',
      domicilioFiscalReceptor: '86991',
      regimenFiscalReceptor: '601',
      usoCfdi: 'G03',
    },
    conceptos: concepts.map(({ price, quantity, taxes }) => ({
      claveProdServ: '50202306',
      cantidad: decimal(quantity).dividedBy(decimal(100), 2),
      claveUnidad: 'LTR',
      descripcion: 'Producto',
      valorUnitario: decimal(price).dividedBy(decimal(100), 2),
      taxes,
    })),
    // Invoices in yen have no local taxes here, because local taxes have two decimals and the yen has none.
    localTaxes: currency === 'JPY' ? [] : localTaxes,
  });
  const seal = { noCertificado: '30001000000500003416', certificado: 'MIIF', sello: 'c2Vsbw==' };
  const total = document.total.toString();
  const source: InvoiceSource = {
    cfdiId: `i${index}`,
    uuid: `ad662d33-6934-459c-a128-bdf0393f0f4${index}`,
    kind: 'income',
    status: 'valid',
    methodCode: 'PPD',
    currency,
    customerId: 'c1',
    series: 'A',
    folio: String(index),
    total,
    receiverRfc: 'URE180429TM6',
    remainingBalance: total,
    effectiveRemainingBalance: total,
    installments: 0,
    issuedLocal: document.fecha,
    isOurs: true,
    isBeingPaid: false,
    isBeingCanceled: false,
    xml: Buffer.from(writeComprobante({ ...document, ...seal }).xml),
  };
  return { document, source };
}
type Invoice = ReturnType<typeof invoiceOf>;

/**
 * Builds the payments of the test case. Each payment pays a part of the balance that the earlier payments
 * leave.
 */
function paymentsOf({ payments }: Case, invoices: readonly Invoice[]): AdditionalPaymentInput[] {
  const balances = invoices.map(({ document }) => document.total);
  const installments = invoices.map(() => 0);
  return payments.flatMap(({ currency: paidIn, parts }) => {
    const documents = invoices.flatMap(({ source }, index): PaidDocumentInput[] => {
      const balance = balances[index]!;
      const part = balance.times(decimal(parts[index]!)).dividedBy(decimal(1_000), 6);
      const amount = part.round(decimalsOf(source.currency), 'down');
      // The amount has a minimum, because a small payment in a currency with large units would round to
      // zero.
      if (amount.lessOrEqual(decimal(10))) return [];
      balances[index] = balance.minus(amount);
      installments[index]! += 1;
      const equivalence = decimal(pesosFor[paidIn]!).dividedBy(
        decimal(pesosFor[source.currency]!),
        10,
      );
      return [
        {
          uuid: source.uuid,
          amount: amount.toString(),
          installment: installments[index]!,
          previousBalance: balance.toString(),
          ...(paidIn !== source.currency && { exchangeRate: equivalence.toString() }),
        },
      ];
    });
    const money = { currency: paidIn, exchangeRate: pesosFor[paidIn]! };
    return documents.length > 0 ? [{ formCode: '03', ...money, documents }] : [];
  });
}

function draftOf(example: Case) {
  const invoices = example.invoices.map(invoiceOf);
  const [first, ...additionalPayments] = paymentsOf(example, invoices);
  fc.pre(first !== undefined);
  const { currency: paidIn, exchangeRate, ...payment } = first;
  const complement = { ...payment, additionalPayments };
  const resolved = resolvePaidDocuments(
    complement,
    invoices.map(({ source }) => source),
  );
  const input = { complement, currency: paidIn, exchangeRate };
  const draft: Draft = {
    ...sampleDraft('payment_complement', input, { items: [] }),
    paidDocuments: resolved.documents,
  };
  return { draft, issues: resolved.issues, invoices, payments: [first, ...additionalPayments] };
}

const sumOf = (values: readonly Decimal[]) => Decimal.sum(values);
const near = (actual: Decimal | undefined, expected: Decimal, tolerance: string) =>
  expect((actual ?? Decimal.zero).minus(expected).abs().lessOrEqual(decimal(tolerance))).toBe(true);

describe('a complement of random payments of random invoices', () => {
  it('a complement of random payments for random invoices breaks no rule of the SAT', () => {
    fc.assert(
      fc.property(cases, (example) => {
        const { draft, issues } = draftOf(example);
        expect(codesOf([...issues, ...judgeDraftOn(draft, sampleProfile, today).issues])).toEqual(
          [],
        );
      }),
      { numRuns: 150 },
    );
  });

  it('a complement of random payments for random invoices has exact totals in pesos of the paid amounts and their taxes', () => {
    fc.assert(
      fc.property(cases, (example) => {
        const { draft, invoices, payments } = draftOf(example);
        const document = comprobanteOf(draft, sampleProfile, { fecha: '2026-11-21T10:00:00' });
        const { totales, pago } = readBack(document).complemento!.pagos![0]!;
        /** Adds up the paid share of an amount of each invoice, in pesos. */
        const inPesos = (of: (invoice: Invoice) => Decimal) =>
          sumOf(
            payments.flatMap(({ documents, exchangeRate = '1' }) =>
              documents.map((paid) => {
                const invoice = invoices.find(({ source }) => source.uuid === paid.uuid)!;
                const part = of(invoice).times(decimal(paid.amount));
                const own = part.dividedBy(invoice.document.total, 20);
                const equivalence = decimal(paid.exchangeRate ?? '1');
                return own.dividedBy(equivalence, 20).times(decimal(exchangeRate));
              }),
            ),
          );
        const paidInPesos = pago.map(({ monto, tipoCambioP }) => monto.times(tipoCambioP!));
        expect(totales.montoTotalPagos.toString()).toBe(sumOf(paidInPesos).round(2).toString());
        const lines = ({ document: { conceptos } }: Invoice) =>
          conceptos.flatMap(({ impuestos }) => impuestos?.traslados ?? []);
        const general = (invoice: Invoice) =>
          lines(invoice).filter((line) => line.tasaOCuota?.equals(decimal('0.16')));
        const base16 = inPesos((invoice) => sumOf(general(invoice).map(({ base }) => base)));
        near(totales.totalTrasladosBaseIva16, base16, '0.01');
        near(totales.totalTrasladosImpuestoIva16, base16.times(decimal('0.16')), '0.01');
        const isr = inPesos(({ document: { conceptos } }) =>
          sumOf(
            conceptos
              .flatMap(({ impuestos }) => impuestos?.retenciones ?? [])
              .filter(({ impuesto }) => impuesto === '001')
              .map(({ base, tasaOCuota }) => base.times(tasaOCuota)),
          ),
        );
        near(totales.totalRetencionesIsr, isr, '0.01');
      }),
      { numRuns: 100 },
    );
  });
});
