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
  AdditionalPaymentInput,
  Customer,
  Draft,
  DraftInput,
  PaidDocumentInput,
  TaxEntryInput,
} from '../drafting/draft';
import type { InvoiceSource } from '../drafting/draft-sources';
import { judgeDraftOn } from '../drafting/draft-issues';
import { incomeComprobante } from '../invoices/income';
import { resolvePaidDocuments } from './paid-documents';

const uuid = 'ad662d33-6934-459c-a128-bdf0393f0f44';
const seal = { noCertificado: '30001000000500003416', certificado: 'MIIF', sello: 'c2Vsbw==' };

/** Builds an invoice of the organization for 348.00: items of 200 and 100 plus IVA of 16 %. */
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
    isBeingCanceled: false,
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
  return codesOf([...issues, ...judgeDraftOn(draft, profile, today).issues]);
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
  it('a payment complement prorates the taxes of a known invoice and copies its series and folio', () => {
    expect(issuesOf({})).toEqual([]);
    const { pago, totales } = pagoOf();
    const [payment] = pago;
    const [docto] = payment!.doctoRelacionado;
    expect(docto).toMatchObject({ idDocumento: uuid, serie: 'A', folio: '12', monedaDr: 'MXN' });
    expect(`${docto!.impSaldoAnt} ${docto!.impPagado} ${docto!.impSaldoInsoluto}`).toBe(
      '348.00 100.00 248.00',
    );
    // The paid part of the base is 300 * 100 / 348, and the IVA is 16 % of this part.
    const [line] = docto!.impuestosDr!.trasladosDr!;
    expect(`${line!.baseDr} ${line!.importeDr}`).toBe('86.206897 13.793104');
    expect(`${totales.totalTrasladosBaseIva16} ${totales.totalTrasladosImpuestoIva16}`).toBe(
      '86.21 13.79',
    );
    expect(`${totales.montoTotalPagos}`).toBe('100.00');
    expect(payment!.fechaPago).toBe('2026-11-21T10:00:00');
  });

  it('a payment complement accepts the taxes in the request for an unknown CFDI', () => {
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

  it('a payment complement pays documents in other currencies at their equivalence', () => {
    const documents = [
      {
        ...external,
        currency: 'USD',
        exchangeRate: '0.0542005420',
        amount: '100',
        taxes: { taxObject: '02', entries: [{ base: '86.206897', type: 'IVA', rate: '0.16' }] },
      },
      first,
    ];
    const changes = { documents, payment: { paidLocalDateTime: '2026-11-20T09:30:00.5' } };
    expect(issuesOf(changes)).toEqual([]);
    const [payment] = pagoOf(changes).pago;
    // The payment amounts to 100 / 0.0542005420 + 100.
    expect(`${payment!.monto} ${payment!.monedaP} ${payment!.fechaPago}`).toBe(
      '1945.00 MXN 2026-11-20T09:30:00',
    );
    const dollars = { documents: [{ ...first, exchangeRate: '18.5' }] };
    const input = { currency: 'USD', exchangeRate: '18.5' };
    expect(issuesOf({ ...dollars, input })).toEqual([]);
    expect(`${pagoOf({ ...dollars, input }).totales.montoTotalPagos}`).toBe('100.09');
  });

  it('a payment complement has no taxes when the invoice has none', () => {
    const document = { documents: [{ ...external, taxes: { taxObject: '01', entries: [] } }] };
    expect(issuesOf(document)).toEqual([]);
    expect(pagoOf(document).pago[0]!.impuestosP).toBeUndefined();
  });

  it('a payment complement prorates the taxes of a CFDI 3.3 invoice as well', () => {
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

  it("a payment complement that pays any part of an invoice passes the SAT's rules", () => {
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

  describe('several payments in one complement', () => {
    const second = { ...first, installment: 2, previousBalance: '248', amount: '148' };
    const spei = {
      formCode: '03',
      paidLocalDateTime: '2026-11-20T12:00:00',
      operationNumber: 'MBAN01002611200012',
      payerBank: { rfc: 'BBA830831LJ2', account: '012180001234567891' },
      payeeBank: { rfc: 'BNM840515VB1', account: '002180123456789016' },
      paymentChain: { type: '01', certificate: 'MIIF', chain: '||1|20112026|||', seal: 'c2Vsbw==' },
    };
    const with2 = (
      additional: Partial<AdditionalPaymentInput>,
      documents: PaidDocumentInput[] = [second],
    ): Changes => ({
      payment: { additionalPayments: [{ formCode: '01', documents, ...additional }] },
    });

    it('a complement of several payments totals the payments, and each payment has its own currency, form and documents', () => {
      const foreign = {
        ...external,
        currency: 'USD',
        amount: '116',
        taxes: { taxObject: '02', entries: [{ base: '100', type: 'IVA', rate: '0.16' }] },
      };
      const dollars = { ...spei, currency: 'USD', exchangeRate: '18.5123' };
      const changes = {
        payment: {
          additionalPayments: [
            { ...spei, documents: [second] },
            { ...dollars, documents: [foreign] },
          ],
        },
      };
      expect(issuesOf(changes)).toEqual([]);
      const { pago, totales } = pagoOf(changes);
      expect(pago.map(({ monto, monedaP, tipoCambioP }) => `${monto} ${monedaP} ${tipoCambioP}`))
        .toEqual(['100.00 MXN 1', '148.00 MXN 1', '116.00 USD 18.5123']); // prettier-ignore
      expect(pago[1]).toMatchObject({
        numOperacion: 'MBAN01002611200012',
        rfcEmisorCtaOrd: 'BBA830831LJ2',
        ctaOrdenante: '012180001234567891',
        rfcEmisorCtaBen: 'BNM840515VB1',
        ctaBeneficiario: '002180123456789016',
        tipoCadPago: '01',
        certPago: 'MIIF',
        cadPago: '||1|20112026|||',
        selloPago: 'c2Vsbw==',
      });
      // The payments add up to 100 + 148 + 116 x 18.5123, and the bases are 86.206897, 127.586207 and 100
      // dollars.
      expect(`${totales.montoTotalPagos} ${totales.totalTrasladosBaseIva16}`).toBe(
        '2395.43 2065.02',
      );
      expect(`${pago[1]!.doctoRelacionado[0]!.impSaldoInsoluto}`).toBe('100.00');
    });

    it("a payment has either the draft's currency and rate or both a currency and a rate of its own", () => {
      const input = { currency: 'USD', exchangeRate: '18.5' };
      const invoices = [invoice({ currency: 'USD' })];
      expect(issuesOf({ ...with2({}), input, invoices })).toEqual([]);
      const { pago } = pagoOf({ ...with2({}), input, invoices });
      expect(pago.map(({ monedaP, tipoCambioP }) => `${monedaP} ${tipoCambioP}`)).toEqual([
        'USD 18.5',
        'USD 18.5',
      ]);
      const own = with2({ exchangeRate: '18.6' });
      expect(pagoOf({ ...own, input, invoices }).pago[1]).toMatchObject({
        monedaP: 'USD',
        tipoCambioP: Decimal.from('18.6'),
      });
      const only = with2({ currency: 'USD' });
      expect(issuesOf({ ...only, input, invoices })).toEqual([
        'additionalPayments.0.exchangeRate exchange_rate_missing',
      ]);
    });

    it.each<[string, Changes]>([
      ['documents documents_missing', with2({}, [])],
      ['formCode form_code_to_be_defined', with2({ formCode: '99' })],
      ['paidLocalDateTime paid_in_future', with2({ paidLocalDateTime: '2036-11-22T00:00:00' })],
      ['documents.0.uuid paid_before_issue', with2({ paidLocalDateTime: '2026-10-31T23:00:00' })],
      ['documents.0.installment installment_not_next', with2({}, [{ ...second, installment: 1 }])],
      [
        'documents.0.previousBalance previous_balance_mismatch',
        with2({}, [{ ...second, previousBalance: '348' }]),
      ],
      ['documents.0.amount amount_above_balance', with2({}, [{ ...second, amount: '248.01' }])],
      ['documents.1.uuid document_repeated', with2({}, [second, second])],
      ['operationNumber text_invalid', with2({ operationNumber: 'A|B' })],
      ['payerBank.name text_invalid', with2({ formCode: '03', payerBank: { name: '' } })],
      ['payerBank.rfc CRP20221', with2({ payerBank: { rfc: 'BBA830831LJ2' } })],
      ['payerBank.account CRP20224', with2({ payerBank: { account: '0121800012' } })],
      ['payerBank.account CRP20225', with2({ ...spei, payerBank: { account: '01218000123' } })],
      ['payerBank.name CRP20223', with2({ ...spei, payerBank: { rfc: 'XEXX010101000' } })],
      ['payeeBank.rfc CRP20227', with2({ payeeBank: { rfc: 'BBA830831LJ2' } })],
      ['payeeBank.account CRP20228', with2({ payeeBank: { account: '0121800012' } })],
      ['payeeBank.account CRP20226', with2({ ...spei, payeeBank: { account: '01218000123' } })],
      ['payeeBank.account document_invalid', with2({ ...spei, payeeBank: { account: '1' } })],
      [
        'paymentChain.chain text_invalid',
        with2({ ...spei, paymentChain: { ...spei.paymentChain, chain: 'A\uffff' } }),
      ],
      [
        'paymentChain.certificate document_invalid',
        with2({ ...spei, paymentChain: { ...spei.paymentChain, certificate: 'QR==' } }),
      ],
      ['paymentChain CRP20229', with2({ ...spei, formCode: '02' })],
      ['currency currency_not_allowed', with2({ currency: 'XXX' })],
    ])('a complement of several payments is refused for %s', (code, changes) => {
      expect(issuesOf(changes)).toContain(`additionalPayments.0.${code}`);
    });

    it('each payment of an unknown invoice continues the balance of the previous payment', () => {
      const documents = [external];
      const next = { ...external, installment: 3, previousBalance: '1160' };
      expect(issuesOf({ documents, ...with2({}, [next]) })).toEqual([]);
      expect(issuesOf({ documents, ...with2({}, [external]) })).toEqual([
        'additionalPayments.0.documents.0.installment installment_not_next',
        'additionalPayments.0.documents.0.previousBalance previous_balance_mismatch',
      ]);
    });

    it('the payments of a complement together may pay at most the balance after credit notes', () => {
      const invoices = [invoice({ effectiveRemainingBalance: '200' })];
      expect(issuesOf({ ...with2({}, [{ ...second, amount: '100' }]), invoices })).toEqual([]);
      expect(issuesOf({ ...with2({}, [{ ...second, amount: '100.01' }]), invoices })).toEqual([
        'additionalPayments.0.documents.0.amount amount_above_balance',
      ]);
    });
  });

  it.each<[string, Changes]>([
    ['more than the payment', taxedBy({ base: '1200', type: 'IVA', rate: '0.16' })],
    ['exempt', taxedBy({ base: '1290', type: 'IVA', rate: '0', factor: 'Exento' })],
    ['withheld', taxedBy({ base: '1500', type: 'ISR', rate: '0.1', withholding: true })],
  ])(
    'a payment complement is refused if the given taxes belong to more than the amount paid: %s',
    (_, changes) => {
      expect(issuesOf(changes)).toEqual(['payment.documents.0.taxes taxes_above_payment']);
    },
  );

  it('a payment complement accepts taxes from the request if withholdings make the payment smaller than the tax base', () => {
    const entries = [
      { base: '10000', type: 'IVA', rate: '0.16' },
      { base: '10000', type: 'ISR', rate: '0.1', withholding: true },
      { base: '10000', type: 'IVA', rate: '0.106667', withholding: true },
    ];
    const fee = { ...external, amount: '9533.33', previousBalance: '9533.33' };
    const documents = [{ ...fee, taxes: { taxObject: '02', entries } }];
    expect(issuesOf({ documents })).toEqual([]);
    // The base of IVA includes IEPS. The base of an IEPS that is a fixed amount per liter is a number of
    // liters.
    const soda = [
      { base: '1000', type: 'IEPS', rate: '3.0818', factor: 'Cuota' },
      { base: '4081.8', type: 'IVA', rate: '0.16' },
    ];
    const drinks = { ...external, amount: '4734.89', previousBalance: '4734.89' };
    expect(issuesOf({ documents: [{ ...drinks, taxes: { taxObject: '02', entries: soda } }] }))
      .toEqual([]); // prettier-ignore
  });

  describe('the warnings about a payment complement', () => {
    const warningsOf = (changes: Changes) =>
      codesOf(judgeDraftOn(resolved(changes).draft, profile, today).warnings ?? []);
    const paidOn = (day: string) => ({ payment: { paidLocalDateTime: `${day}T12:00:00` } });
    const dollars = (exchangeRate: string): Changes => ({
      documents: [{ ...external, currency: 'USD', exchangeRate }],
    });
    const input = (exchangeRate: string) => ({ input: { currency: 'USD', exchangeRate } });

    it('a complement that is issued after the fifth day of the next month causes a warning', () => {
      const late = ['payment.paidLocalDateTime complement_late'];
      expect(warningsOf(paidOn('2026-10-31'))).toEqual(late);
      expect(warningsOf(paidOn('2025-12-31'))).toEqual(late);
      expect(warningsOf(paidOn('2026-11-01'))).toEqual([]);
      expect(warningsOf({})).toEqual([]);
    });

    it('an inverted exchange rate causes a warning', () => {
      expect(warningsOf(dollars('0.0542'))).toEqual([]);
      expect(warningsOf(dollars('18.45'))).toEqual([
        'payment.documents.0.exchangeRate exchange_rate_unusual',
      ]);
      const inPesos: Changes = { documents: [{ ...external, exchangeRate: '18.45' }] };
      expect(warningsOf({ ...inPesos, ...input('18.45') })).toEqual([]);
      const inverse: Changes = { documents: [{ ...external, exchangeRate: '0.0542' }] };
      expect(warningsOf({ ...inverse, ...input('0.0542') })).toEqual([
        'exchangeRate exchange_rate_unusual',
        'payment.documents.0.exchangeRate exchange_rate_unusual',
      ]);
    });
  });

  it('a payment complement needs a confirmation key only for a rate beyond the variation of c_Moneda', () => {
    const documents = [{ ...external, exchangeRate: '400' }];
    const beyond = { currency: 'USD', exchangeRate: '400' };
    expect(issuesOf({ documents, input: beyond })).toEqual([
      'exchangeRate exchange_rate_out_of_range',
    ]);
    const usual = { formCode: '01', documents: [first], currency: 'MXN' };
    const confirmed = { ...beyond, confirmation: 'Ab123' };
    const payment = { additionalPayments: [usual] };
    expect(issuesOf({ documents, payment, input: confirmed })).toEqual([]);
    expect(documentOf({ documents, payment, input: confirmed }).confirmacion).toBe('Ab123');
    expect(issuesOf({ input: { confirmation: 'Ab123' } })).toEqual([
      'confirmation confirmation_not_needed',
    ]);
  });

  it('a payment complement is refused for a payment made before its invoice was issued', () => {
    expect(issuesOf({ payment: { paidLocalDateTime: '2026-11-01T00:00:00' } })).toEqual([]);
    expect(issuesOf({ payment: { paidLocalDateTime: '2026-10-31T23:59:59' } })).toEqual([
      'payment.documents.0.uuid paid_before_issue',
    ]);
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
      'payment.documents.0.uuid cfdi_being_canceled',
      { invoices: [invoice({ isBeingCanceled: true })] },
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
  ])('a payment complement is refused for %s', (code, changes) => {
    expect(issuesOf(changes)).toEqual([code]);
  });

  it.each<[string, Changes]>([
    [
      'payment.documents.0.taxes.entries.0.type tax_type_unknown',
      taxedBy({ base: '1000', type: 'ISH', rate: '0.03' }),
    ],
    [
      'payment.documents.0.taxes.entries.0.type tax_type_unknown',
      taxedBy({ base: '1000', type: 'ISR', rate: '0', factor: 'Exento' }),
    ],
    [
      'payment.documents.0.taxes.entries.0.rate exempt_rate',
      taxedBy({ base: '1000', type: 'IVA', rate: '0.16', factor: 'Exento' }),
    ],
  ])('a payment complement lists %s among its faults', (code, changes) => {
    expect(issuesOf(changes)).toContain(code);
  });

  it('an exempt withholding in a payment complement is refused, and is never converted to a transferred tax', () => {
    const withheld = { base: '1000', type: 'ISR', rate: '0', factor: 'Exento', withholding: true };
    expect(issuesOf(taxedBy(withheld))).toContain(
      'payment.documents.0.taxes.entries.0.factor exempt_withholding',
    );
    const [docto] = documentOf(taxedBy(withheld)).complemento!.pagos![0]!.pago[0]!.doctoRelacionado;
    expect(docto!.impuestosDr!.trasladosDr).toBeUndefined();
  });

  it('a payment complement for an imported invoice is accepted if the invoice may have unknown payments', () => {
    const invoices = [invoice({ isOurs: false })];
    const third = changed({ installment: 3, previousBalance: '200' });
    expect(issuesOf({ ...third, invoices })).toEqual([]);
    const impossible = changed({ previousBalance: '348.01' });
    expect(issuesOf({ ...impossible, invoices })).toEqual([
      'payment.documents.0.previousBalance previous_balance_mismatch',
    ]);
  });

  it('the previous balance of a payment ignores credit notes, but the payment cannot exceed the balance after credit notes', () => {
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

  it('a payment continues the balance after earlier complements', () => {
    const invoices = [
      invoice({ remainingBalance: '248', effectiveRemainingBalance: '248', installments: 1 }),
    ];
    expect(issuesOf({ ...changed({ installment: 2, previousBalance: '248' }), invoices })).toEqual(
      [],
    );
  });
});
