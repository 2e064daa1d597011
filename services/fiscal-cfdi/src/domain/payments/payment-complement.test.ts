import { writeComprobante } from '@timbre/cfdi';
import { Decimal } from '@timbre/fiscal';
import fc from 'fast-check';
import {
  codesOf,
  readBack,
  sampleCustomer,
  sampleDraft,
  sampleProfile as profile,
  today,
} from '../../../test/sample-draft';
import { comprobanteOf } from '../drafting/comprobante-of';
import type {
  Customer,
  Draft,
  DraftInput,
  PaidDocumentInput,
  TaxEntryInput,
} from '../drafting/draft';
import type { InvoiceSource } from '../drafting/draft-sources';
import { draftIssues } from '../drafting/draft-issues';
import { incomeComprobante } from '../invoices/income';
import { resolvePaidDocuments } from './paid-documents';

const uuid = 'ad662d33-6934-459c-a128-bdf0393f0f44';
const seal = { noCertificado: '30001000000500003416', certificado: 'MIIF', sello: 'c2Vsbw==' };

/** An invoice of ours of 348.00: 200 at 16 %, 100 at 16 %. */
function invoice(changes: Partial<InvoiceSource> = {}, prices = ['100', '50']): InvoiceSource {
  const deferred = { timing: 'deferred_or_installments', formCode: '99' };
  const items = prices.map((unitPrice) => ({ unitPrice, quantity: '2' }));
  const draft = sampleDraft('income', { cfdiUse: 'G03', payment: deferred }, { items });
  const document = incomeComprobante(draft, profile, { fecha: '2026-11-01T10:00:00' });
  return {
    cfdiId: 'i1',
    uuid,
    kind: 'income',
    status: 'valid',
    methodCode: 'PPD',
    currency: 'MXN',
    customerId: 'c1',
    series: 'A',
    folio: '12',
    total: document.total.toString(),
    receiverRfc: 'URE180429TM6',
    remainingBalance: document.total.toString(),
    effectiveRemainingBalance: document.total.toString(),
    installments: 0,
    issuedLocal: document.fecha,
    isOurs: true,
    isBeingPaid: false,
    xml: Buffer.from(writeComprobante({ ...document, ...seal }).xml),
    ...changes,
  };
}

const first: PaidDocumentInput = {
  uuid: uuid.toUpperCase(),
  amount: '100',
  installment: 1,
  previousBalance: '348',
};
const external: PaidDocumentInput = {
  uuid: '5c08d6b5-b5b5-4d3c-9c1a-3f5b9a3f0a11',
  amount: '1160',
  installment: 2,
  previousBalance: '2320',
  taxes: { taxObject: '02', entries: [{ base: '1000', type: 'IVA', rate: '0.16' }] },
};

interface Changes {
  documents?: PaidDocumentInput[];
  payment?: object;
  input?: Partial<DraftInput>;
  invoices?: InvoiceSource[];
  customer?: Partial<Customer> | null;
}

function resolved(changes: Changes = {}) {
  const { documents = [first], payment, input, invoices = [invoice()], customer = {} } = changes;
  const complement = { formCode: '03', documents, ...payment };
  const paid = resolvePaidDocuments(complement, invoices);
  const draft: Draft = {
    ...sampleDraft('payment_complement', { complement, ...input }, { customer, items: [] }),
    paidDocuments: paid.documents,
  };
  return { draft, issues: paid.issues };
}

const issuesOf = (changes: Changes) => {
  const { draft, issues } = resolved(changes);
  return codesOf([...issues, ...draftIssues(draft, profile, today)]);
};
const documentOf = (changes: Changes = {}) =>
  comprobanteOf(resolved(changes).draft, profile, { fecha: '2026-11-21T10:00:00' });
const pagoOf = (changes?: Changes) => readBack(documentOf(changes)).complemento!.pagos![0]!;
const taxedBy = (entry: TaxEntryInput): Changes => ({
  documents: [{ ...external, taxes: { taxObject: '02', entries: [entry] } }],
});
const changed = (changes: Partial<PaidDocumentInput>): Changes => ({
  documents: [{ ...first, ...changes }],
});

describe('a payment complement', () => {
  it('prorates the taxes of a known invoice and copies its series and folio', () => {
    expect(issuesOf({})).toEqual([]);
    const { pago, totales } = pagoOf();
    const [payment] = pago;
    const [docto] = payment!.doctoRelacionado;
    expect(docto).toMatchObject({ idDocumento: uuid, serie: 'A', folio: '12', monedaDr: 'MXN' });
    expect(`${docto!.impSaldoAnt} ${docto!.impPagado} ${docto!.impSaldoInsoluto}`).toBe(
      '348.00 100.00 248.00',
    );
    // 300 * 100 / 348 and 16 % of it
    const [line] = docto!.impuestosDr!.trasladosDr!;
    expect(`${line!.baseDr} ${line!.importeDr}`).toBe('86.206897 13.793104');
    expect(`${totales.totalTrasladosBaseIva16} ${totales.totalTrasladosImpuestoIva16}`).toBe(
      '86.21 13.79',
    );
    expect(`${totales.montoTotalPagos}`).toBe('100.00');
    expect(payment!.fechaPago).toBe('2026-11-21T10:00:00');
  });

  it('accepts the given taxes of an unknown CFDI', () => {
    const withheld = { base: '1000', type: 'ISR', rate: '0.0125', withholding: true };
    const exempt = { base: '5', type: 'IVA', rate: '0', factor: 'Exento' };
    const entries = [...external.taxes!.entries, withheld, exempt];
    const changes = { documents: [{ ...external, taxes: { taxObject: '02', entries } }] };
    expect(issuesOf(changes)).toEqual([]);
    const { totales } = pagoOf(changes);
    expect(`${totales.totalRetencionesIsr} ${totales.totalTrasladosBaseIvaExento}`).toBe(
      '12.50 5.00',
    );
  });

  it('pays documents in other currencies at their equivalence', () => {
    const documents = [
      { ...external, currency: 'USD', exchangeRate: '0.0542005420', amount: '100' },
      first,
    ];
    const changes = { documents, payment: { paidLocalDateTime: '2026-11-20T09:30:00.5' } };
    expect(issuesOf(changes)).toEqual([]);
    const [payment] = pagoOf(changes).pago;
    // 100 / 0.0542005420 + 100
    expect(`${payment!.monto} ${payment!.monedaP} ${payment!.fechaPago}`).toBe(
      '1945.00 MXN 2026-11-20T09:30:00',
    );
    const dollars = { documents: [{ ...first, exchangeRate: '18.5' }] };
    const input = { currency: 'USD', exchangeRate: '18.5' };
    expect(issuesOf({ ...dollars, input })).toEqual([]);
    expect(`${pagoOf({ ...dollars, input }).totales.montoTotalPagos}`).toBe('100.09');
  });

  it('has no taxes when the invoice has none', () => {
    const document = { documents: [{ ...external, taxes: { taxObject: '01', entries: [] } }] };
    expect(issuesOf(document)).toEqual([]);
    expect(pagoOf(document).pago[0]!.impuestosP).toBeUndefined();
  });

  it('reads the taxes of an invoice in CFDI 3.3 as well', () => {
    const comprobante = Buffer.from(invoice().xml!).toString();
    const xml = Buffer.from(
      comprobante
        .replace('http://www.sat.gob.mx/cfd/4', 'http://www.sat.gob.mx/cfd/3')
        .replaceAll(' ObjetoImp="02"', '')
        .replace('Version="4.0"', 'Version="3.3"')
        .replace(/ Exportacion="01"| (DomicilioFiscalR|RegimenFiscalR)eceptor="\d+"/g, ''),
    );
    const { draft } = resolved({ invoices: [invoice({ xml })] });
    expect(draft.paidDocuments![0]!.taxes).toEqual(resolved().draft.paidDocuments![0]!.taxes);
  });

  it('is right for the SAT whatever part of whatever invoice is paid', () => {
    const cents = (max: number) => fc.integer({ min: 1, max }).map((n) => (n / 100).toFixed(2));
    const cases = fc.record({
      prices: fc.array(cents(1_000_00), { minLength: 1, maxLength: 4 }),
      part: fc.integer({ min: 1, max: 10_000 }),
    });
    fc.assert(
      fc.property(cases, ({ prices, part }) => {
        const source = invoice({}, prices);
        const total = Decimal.from(source.total);
        const share = total.times(Decimal.from(part)).dividedBy(Decimal.from(10_000), 2, 'up');
        const amount = Decimal.min(share, total).toString();
        const paid = { ...first, amount, previousBalance: source.total };
        expect(issuesOf({ documents: [paid], invoices: [source] })).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  it.each<[string, Changes]>([
    ['customerId customer_missing', { customer: null }],
    ['payment payment_missing', { input: { complement: undefined } }],
    ['payment.documents documents_missing', { documents: [] }],
    ['payment.formCode form_code_to_be_defined', { payment: { formCode: '99' } }],
    ['payment.formCode form_code_not_in_catalog', { payment: { formCode: '88' } }],
    [
      'payment.paidLocalDateTime local_date_time_invalid',
      { payment: { paidLocalDateTime: '2026-11-20' } },
    ],
    [
      'payment.paidLocalDateTime paid_in_future',
      { payment: { paidLocalDateTime: '2026-11-22T00:00:00' } },
    ],
    ['payment.documents.1.uuid document_repeated', { documents: [first, first] }],
    ['payment.documents.0.uuid uuid_invalid', { documents: [{ ...external, uuid: 'x' }] }],
    ['payment.documents.0.series text_invalid', changed({ series: 'A|B' })],
    ['payment.documents.0.folio text_invalid', changed({ folio: '' })],
    [
      'payment.documents.0.installment installment_out_of_range',
      { documents: [{ ...external, installment: 1000 }] },
    ],
    ['payment.documents.0.amount too_small', changed({ amount: '0' })],
    ['payment.documents.0.amount too_many_decimals', changed({ amount: '1.001' })],
    ['payment.documents.0.amount amount_above_balance', changed({ amount: '348.01' })],
    [
      'payment.documents.0.currency currency_not_in_catalog',
      { documents: [{ ...external, currency: 'ZZZ' }] },
    ],
    [
      'payment.documents.0.currency currency_not_allowed',
      { documents: [{ ...external, currency: 'XXX' }] },
    ],
    [
      'payment.documents.0.currency currency_mismatch',
      changed({ currency: 'USD', exchangeRate: '0.05' }),
    ],
    ['payment.documents.0.exchangeRate exchange_rate_not_allowed', changed({ exchangeRate: '2' })],
    [
      'payment.documents.0.exchangeRate exchange_rate_missing',
      { documents: [{ ...external, currency: 'USD' }] },
    ],
    ['payment.documents.0.taxes cfdi_unknown', { invoices: [] }],
    ['payment.documents.0.installment installment_not_next', changed({ installment: 2 })],
    [
      'payment.documents.0.previousBalance previous_balance_mismatch',
      changed({ previousBalance: '300' }),
    ],
    ['payment.documents.0.uuid cfdi_not_payable', { invoices: [invoice({ status: 'canceled' })] }],
    ['payment.documents.0.uuid cfdi_not_payable', { invoices: [invoice({ methodCode: 'PUE' })] }],
    [
      'payment.documents.0.uuid customer_mismatch',
      { customer: { ...sampleCustomer, rfc: 'KIJ0906199R1' } },
    ],
    [
      'payment.documents.0.uuid payment_being_stamped',
      { invoices: [invoice({ isBeingPaid: true })] },
    ],
    [
      'payment.documents.0.taxes CRP20246',
      { documents: [{ ...external, taxes: { taxObject: '02', entries: [] } }] },
    ],
    [
      'payment.documents.0.taxes CRP20247',
      { documents: [{ ...external, taxes: { ...external.taxes!, taxObject: '01' } }] },
    ],
    [
      'payment.documents.0.taxes.entries.0.base too_small',
      {
        documents: [
          {
            ...external,
            taxes: { taxObject: '02', entries: [{ base: '0', type: 'IVA', rate: '0.16' }] },
          },
        ],
      },
    ],
  ])('is refused for %s', (code, changes) => {
    expect(issuesOf(changes)).toEqual([code]);
  });

  it.each<[string, Changes]>([
    [
      'payment.documents.0.taxes.entries.0.type tax_type_unknown',
      taxedBy({ base: '1000', type: 'ISH', rate: '0.03' }),
    ],
    [
      'payment.documents.0.taxes.entries.0.rate exempt_rate',
      taxedBy({ base: '1000', type: 'IVA', rate: '0.16', factor: 'Exento' }),
    ],
  ])('names %s among its faults', (code, changes) => {
    expect(issuesOf(changes)).toContain(code);
  });

  it('is refused for a withholding that is exempt, and never made a transfer of it', () => {
    const withheld = { base: '1000', type: 'ISR', rate: '0', factor: 'Exento', withholding: true };
    expect(issuesOf(taxedBy(withheld))).toContain(
      'payment.documents.0.taxes.entries.0.factor exempt_withholding',
    );
    const [docto] = documentOf(taxedBy(withheld)).complemento!.pagos![0]!.pago[0]!.doctoRelacionado;
    expect(docto!.impuestosDr!.trasladosDr).toBeUndefined();
  });

  it('allows an imported invoice to have unknown payments', () => {
    const invoices = [invoice({ isOurs: false })];
    const third = changed({ installment: 3, previousBalance: '200' });
    expect(issuesOf({ ...third, invoices })).toEqual([]);
    const impossible = changed({ previousBalance: '348.01' });
    expect(issuesOf({ ...impossible, invoices })).toEqual([
      'payment.documents.0.previousBalance previous_balance_mismatch',
    ]);
  });

  it('continues the fiscal balance, and pays at most what credit notes leave of it', () => {
    const invoices = [invoice({ effectiveRemainingBalance: '290' })];
    expect(issuesOf({ ...changed({ amount: '290' }), invoices })).toEqual([]);
    expect(issuesOf({ ...changed({ amount: '290.01' }), invoices })).toEqual([
      'payment.documents.0.amount amount_above_balance',
    ]);
    expect(issuesOf({ ...changed({ amount: '348.01' }), invoices })).toEqual([
      'payment.documents.0.amount amount_above_balance',
    ]);
    expect(issuesOf({ ...changed({ amount: '290', previousBalance: '290' }), invoices })).toEqual([
      'payment.documents.0.previousBalance previous_balance_mismatch',
    ]);
  });

  it('follows what complements have paid before', () => {
    const invoices = [
      invoice({ remainingBalance: '248', effectiveRemainingBalance: '248', installments: 1 }),
    ];
    expect(issuesOf({ ...changed({ installment: 2, previousBalance: '248' }), invoices })).toEqual(
      [],
    );
  });
});
