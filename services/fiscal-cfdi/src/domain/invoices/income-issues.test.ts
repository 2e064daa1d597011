import { parseComprobante, validateComprobante, writeComprobante } from '@timbre/cfdi';
import type { Item } from '@timbre/items';
import { comprobanteOf } from '../drafting/comprobante-of';
import type { Customer, Draft, DraftInput, PaymentInput } from '../drafting/draft';
import { judgeDraftOn } from '../drafting/draft-issues';
import type { Profile } from '../set-up/fiscal-profile';

const today = '2026-11-21';
const profile: Profile = {
  rfc: 'EKU9003173C9',
  legalName: 'ESCUELA KEMPER URGATE',
  taxSystem: '601',
  postalCode: '42501',
  timeZone: 'America/Mexico_City',
};
const customer: Customer = {
  customerId: 'c1',
  version: 1,
  legalName: 'Universidad Robótica Española',
  rfc: 'URE180429TM6',
  taxSystem: '601',
  postalCode: '86991',
};
const anyone: Customer = {
  customerId: 'c2',
  version: 1,
  legalName: 'Juan Pérez',
  rfc: 'XAXX010101000',
  taxSystem: undefined,
};
const foreigner = {
  rfc: 'XEXX010101000',
  legalName: 'Acme Inc.',
  taxSystem: undefined,
  taxResidence: 'USA',
  foreignTaxId: '123456789',
};
const custom: Item = {
  kind: 'custom',
  description: 'Consultoría',
  satProductCode: '80101500',
  satUnitCode: 'E48',
  quantity: '2',
  unitPrice: '100.5',
  taxability: 'standard',
  taxRate: '0.16',
};
const paid: PaymentInput = { timing: 'single_payment', formCode: '03' };
const deferred: PaymentInput = { timing: 'deferred_or_installments', formCode: '99' };

interface Changes {
  input?: Partial<DraftInput>;
  customer?: Partial<Customer> | null;
  items?: Partial<Item>[];
}

function draft({ input, customer: changed = {}, items = [{}] }: Changes = {}): Draft {
  return {
    kind: 'income',
    input: { kind: 'income', items: [], cfdiUse: 'G03', payment: paid, ...input },
    customer: changed && { ...customer, ...changed },
    items: items.map((item) => ({ ...custom, ...item })),
  };
}

const codesOf = (changes: Changes) =>
  judgeDraftOn(draft(changes), profile, today).issues.map(
    ({ path, code }) => `${path.join('.')} ${code}`,
  );
const payment = (changes: Partial<PaymentInput>, of = deferred): Changes => ({
  input: { payment: { ...of, ...changes } },
});
const terms = (changes: object) =>
  payment({
    settlementTerms: {
      installmentCount: 3,
      firstDue: { kind: 'transaction_date' },
      recurrence: { kind: 'anchor_day' },
      ...changes,
    },
  });

describe('an income draft', () => {
  it.each<[string, Changes]>([
    ['a custom item paid at once', {}],
    ['a discount, a price with tax in it', { items: [{ discount: '1', taxIncluded: true }] }],
    [
      'the three taxabilities',
      {
        items: [
          {},
          { taxability: 'zero', taxRate: '0' },
          { taxability: 'exempt', taxRate: undefined },
        ],
      },
    ],
    ['a full discount', { items: [{}, { quantity: '1', unitPrice: '9.99', discount: '9.99' }] }],
    ['deferred, due today', payment({ dueDate: today, conditions: 'Neto 30' })],
    ['settlement terms', terms({})],
    [
      'terms by month and day',
      terms({
        firstDue: { kind: 'months_after_transaction', months: 60 },
        recurrence: { kind: 'day_of_month', day: 31 },
      }),
    ],
    ['dollars with a rate', { input: { currency: 'USD', exchangeRate: '18.4321' } }],
    ['pesos with a rate of 1', { input: { currency: 'MXN', exchangeRate: '1.0' } }],
    ['somebody without RFC', { customer: anyone, input: { cfdiUse: 'S01' } }],
    [
      'somebody abroad',
      { customer: { ...anyone, rfc: 'XEXX010101000' }, input: { cfdiUse: 'S01' } },
    ],
    [
      'somebody abroad with residence and tax number',
      { customer: foreigner, input: { cfdiUse: 'S01' } },
    ],
  ])('a draft of an income reports no issue for %s', (_, changes) => {
    expect(codesOf(changes)).toEqual([]);
  });

  it('an income draft may have the border rate only if the place of issue has the border stimulus', () => {
    const border = { ...profile, postalCode: '21000' };
    const changes = { items: [{ taxRate: '0.08' }] };
    expect(judgeDraftOn(draft(changes), border, today).issues).toEqual([]);
    expect(codesOf(changes)).toEqual(['items.0.taxRate border_stimulus_not_allowed']);
  });

  it.each<[string, Changes]>([
    ['customerId customer_missing', { customer: null }],
    ['customerId customer_rfc_missing', { customer: { rfc: undefined } }],
    ['customerId customer_rfc_invalid', { customer: { rfc: 'URE180429' } }],
    ['customerId customer_name_invalid', { customer: { legalName: 'A|B' } }],
    ['customerId customer_tax_system_missing', { customer: { taxSystem: undefined } }],
    [
      'customerId customer_tax_system_not_allowed',
      { customer: { taxSystem: '605' }, input: { cfdiUse: 'S01' } },
    ],
    ['customerId customer_postal_code_missing', { customer: { postalCode: undefined } }],
    ['customerId customer_postal_code_unknown', { customer: { postalCode: '00000' } }],
    [
      'customerId customer_tax_system_not_allowed',
      {
        customer: { ...anyone, taxSystem: '612' },
        input: { cfdiUse: 'S01' },
      },
    ],
    [
      'customerId global_invoice_needed',
      {
        customer: { ...anyone, legalName: 'Publico en general' },
        input: { cfdiUse: 'S01' },
      },
    ],
    [
      'customerId global_invoice_needed',
      {
        customer: { ...anyone, legalName: ' Público  en General' },
        input: { cfdiUse: 'S01' },
      },
    ],
    [
      'customerId CFDI40156',
      { customer: { ...foreigner, foreignTaxId: '12' }, input: { cfdiUse: 'S01' } },
    ],
    [
      'customerId CFDI40153',
      { customer: { ...foreigner, taxResidence: undefined }, input: { cfdiUse: 'S01' } },
    ],
    ['cfdiUse cfdi_use_not_in_catalog', { input: { cfdiUse: 'G99' } }],
    ['cfdiUse cfdi_use_not_allowed', { input: { cfdiUse: 'D01' } }],
    ['cfdiUse cfdi_use_not_allowed', { customer: anyone, input: { cfdiUse: 'G03' } }],
    ['items items_missing', { items: [] }],
    ['items.0.quantity number_invalid', { items: [{ quantity: '1e3' }] }],
    ['items.0.quantity too_small', { items: [{ quantity: '0' }] }],
    ['items.0.quantity too_many_decimals', { items: [{ quantity: '0.0000001' }] }],
    ['items.0.unitPrice too_small', { items: [{ unitPrice: '-1' }] }],
    ['items.0.unitPrice unit_price_zero', { items: [{ unitPrice: '0.00' }] }],
    ['items.0.unitPrice too_large', { items: [{ unitPrice: '1234567890123456789' }] }],
    ['items.0.discount discount_too_large', { items: [{ discount: '201.01' }] }],
    ['items.0.description text_invalid', { items: [{ description: 'a|b' }] }],
    [
      'items.0.satProductCode product_key_not_in_catalog',
      { items: [{ satProductCode: '99999999' }] },
    ],
    ['items.1.satUnitCode unit_not_in_catalog', { items: [{}, { satUnitCode: 'ZZZZ' }] }],
    ['items.0.productId unit_not_in_catalog', { items: [{ kind: 'product', satUnitCode: '??' }] }],
    ['items.0.taxRate tax_rate_not_allowed', { items: [{ taxRate: '0.15' }] }],
    [
      'items.0.taxability iva_required',
      {
        items: [{ satProductCode: '84121603', taxability: 'exempt', taxRate: undefined }],
      },
    ],
    [
      'items amount_too_large',
      {
        items: [{ quantity: '999999999999', unitPrice: '999999999999' }],
      },
    ],
    ['payment payment_missing', { input: { payment: undefined } }],
    ['payment.timing payment_timing_unknown', payment({ timing: 'later' })],
    ['payment.formCode form_code_not_in_catalog', payment({ formCode: '07' }, paid)],
    ['payment.formCode form_code_to_be_defined', payment({ formCode: '99' }, paid)],
    ['payment.formCode form_code_not_allowed', payment({ formCode: '03' })],
    ['payment.dueDate deferred_only', payment({ dueDate: '2026-12-01' }, paid)],
    ['payment.dueDate date_invalid', payment({ dueDate: '2026-02-30' })],
    ['payment.conditions text_invalid', payment({ conditions: 'x'.repeat(1001) })],
    [
      'payment.settlementTerms.installmentCount installment_count_out_of_range',
      terms({ installmentCount: 61 }),
    ],
    [
      'payment.settlementTerms.firstDue first_due_invalid',
      terms({
        firstDue: { kind: 'months_after_transaction', months: 0 },
      }),
    ],
    [
      'payment.settlementTerms.recurrence recurrence_invalid',
      terms({ recurrence: { kind: 'day_of_month', day: 32 } }),
    ],
    ['currency currency_not_in_catalog', { input: { currency: 'ZZZ' } }],
    ['currency currency_not_allowed', { input: { currency: 'XXX' } }],
    ['exchangeRate exchange_rate_missing', { input: { currency: 'USD' } }],
    ['exchangeRate exchange_rate_not_allowed', { input: { exchangeRate: '18' } }],
    ['exchangeRate too_small', { input: { currency: 'USD', exchangeRate: '0' } }],
  ])('a draft of an income reports %s', (expected, changes) => {
    expect(codesOf(changes)).toEqual([expected]);
  });

  it('an income draft returns all its faults at once', () => {
    const changes = {
      customer: { rfc: undefined, taxSystem: undefined, postalCode: undefined },
      items: [{ quantity: '0', discount: 'x' }, { description: '' }],
      input: { payment: deferred, currency: 'USD', cfdiUse: 'XX' },
    };
    expect(codesOf(changes)).toEqual([
      'customerId customer_rfc_missing',
      'customerId customer_postal_code_missing',
      'cfdiUse cfdi_use_not_in_catalog',
      'items.0.quantity too_small',
      'items.0.discount number_invalid',
      'items.1.description text_invalid',
      'exchangeRate exchange_rate_missing',
    ]);
  });

  it('an income draft refuses amounts that the schema does not allow, once all amounts are known', () => {
    const dust = { quantity: '0.000001', unitPrice: '0.5' };
    expect(codesOf({ items: [{}, { ...dust, taxability: 'exempt', taxRate: undefined }] })).toEqual(
      [],
    );
    const codes = codesOf({ items: [{}, { ...dust, taxIncluded: true }] });
    expect(new Set(codes)).toEqual(new Set(['items.1 document_invalid']));
  });

  it('an income draft reports a value that the schema does not allow at the path of its input field', () => {
    const part = { satProductCode: '43211902', description: 'Monitor', quantity: '1' };
    const components = [part, { ...part, sku: 'x'.repeat(101) }];
    expect(codesOf({ items: [{ components }] })).toEqual(['items.0.parts.1 document_invalid']);
  });

  it('an income draft refuses an unknown kind of document', () => {
    const issues = judgeDraftOn({ ...draft(), kind: 'expense' as never }, profile, today).issues;
    expect(issues).toMatchObject([{ path: ['kind'], code: 'kind_not_available' }]);
  });
});

describe('the document that comprobanteOf builds for an income draft', () => {
  const issuance = { fecha: '2026-11-21T09:00:00', serie: 'A', folio: '7' };
  const documentOf = (changes: Changes) => comprobanteOf(draft(changes), profile, issuance);

  it('the document of an income has the parties, amounts and taxes of the draft', () => {
    const document = documentOf({ items: [{ discount: '1', sku: 'SKU-1' }] });
    expect(JSON.parse(JSON.stringify(document))).toEqual({
      version: '4.0',
      ...issuance,
      formaPago: '03',
      metodoPago: 'PUE',
      moneda: 'MXN',
      tipoDeComprobante: 'I',
      exportacion: '01',
      lugarExpedicion: '42501',
      emisor: { rfc: profile.rfc, nombre: profile.legalName, regimenFiscal: '601' },
      receptor: {
        rfc: 'URE180429TM6',
        nombre: 'UNIVERSIDAD ROBÓTICA ESPAÑOLA',
        domicilioFiscalReceptor: '86991',
        regimenFiscalReceptor: '601',
        usoCfdi: 'G03',
      },
      conceptos: [
        {
          claveProdServ: '80101500',
          noIdentificacion: 'SKU-1',
          cantidad: '2',
          claveUnidad: 'E48',
          unidad: 'Unidad de servicio',
          descripcion: 'Consultoría',
          valorUnitario: '100.5',
          importe: '201.00',
          descuento: '1.00',
          objetoImp: '02',
          impuestos: {
            traslados: [
              {
                base: '200.00',
                impuesto: '002',
                tipoFactor: 'Tasa',
                tasaOCuota: '0.160000',
                importe: '32.00',
              },
            ],
          },
        },
      ],
      subTotal: '201.00',
      descuento: '1.00',
      impuestos: {
        traslados: [
          {
            base: '200.00',
            impuesto: '002',
            tipoFactor: 'Tasa',
            tasaOCuota: '0.160000',
            importe: '32.00',
          },
        ],
        totalImpuestosTrasladados: '32.00',
      },
      total: '232.00',
    });
  });

  it('the document of an income with a generic RFC uses date, regime and postal code of the place of issue', () => {
    const { receptor } = documentOf({ customer: anyone, input: { cfdiUse: 'S01' } });
    expect(receptor).toMatchObject({
      nombre: 'JUAN PÉREZ',
      domicilioFiscalReceptor: '42501',
      regimenFiscalReceptor: '616',
    });
  });

  it('the document of an income has the country of residence and tax number of a foreign receiver', () => {
    const { receptor } = documentOf({ customer: foreigner, input: { cfdiUse: 'S01' } });
    expect(receptor).toEqual({
      rfc: 'XEXX010101000',
      nombre: 'ACME INC.',
      domicilioFiscalReceptor: '42501',
      residenciaFiscal: 'USA',
      numRegIdTrib: '123456789',
      regimenFiscalReceptor: '616',
      usoCfdi: 'S01',
    });
  });

  it('the document of an income has no taxes if the discount equals the price', () => {
    const [given] = documentOf({
      items: [{ quantity: '1', unitPrice: '5', discount: '5.00' }],
    }).conceptos;
    expect(given).toMatchObject({ objetoImp: '04' });
    expect(given?.impuestos).toBeUndefined();
  });

  it('the document of an income with deferred payment has method PPD, form 99 and the conditions of payment', () => {
    const document = documentOf(payment({ conditions: 'Neto 30' }));
    expect(document).toMatchObject({
      metodoPago: 'PPD',
      formaPago: '99',
      condicionesDePago: 'Neto 30',
    });
  });

  it('the document of an income keeps the total of tax-inclusive prices', () => {
    const items = [
      { quantity: '1', unitPrice: '99.99', taxIncluded: true },
      { quantity: '3', unitPrice: '33.33', taxIncluded: true, taxRate: '0.08' },
    ];
    expect(documentOf({ items }).total.toString()).toBe('199.98');
  });

  it('the XML of an income can be read again and is valid for the SAT', () => {
    const document = documentOf({ input: { currency: 'USD', exchangeRate: '18.4321' } });
    expect(validateComprobante(document)).toEqual([]);
    const { xml } = writeComprobante({
      ...document,
      noCertificado: '0'.repeat(20),
      certificado: 'x',
      sello: 'x',
    });
    expect(parseComprobante(Buffer.from(xml)).document.total.toString()).toBe('233.16');
  });
});
