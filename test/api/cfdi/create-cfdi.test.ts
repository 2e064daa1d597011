import { randomUUID } from 'node:crypto';
import {
  created,
  customItem,
  customerInput,
  dataOf,
  incomeInput,
  issuerProfile,
  newCustomer,
  productInput,
  type Api,
} from '@timbre/testkit/client';
import { startDocumented, startDocumentedIssuer } from '../documented';
import { issuesOf, refusalOf } from '../refused';

let api: Api;
let customerId: string;
beforeAll(async () => {
  api = await startDocumentedIssuer();
  customerId = await newCustomer(api);
});

const create = (changes: object = {}, by = api) =>
  by.request('POST', '/v1/cfdi', { body: incomeInput(customerId, changes) });

const deferred = { timing: 'deferred_or_installments', formCode: '99' };

const terms = (installmentCount: number) => ({
  installmentCount,
  firstDue: { kind: 'transaction_date' },
  recurrence: { kind: 'anchor_day' },
});

describe('201', () => {
  it("createCfdi creates a draft with totals and the receiver's current data", async () => {
    const { status, json } = await create({ pdfCustomSection: 'Gracias\npor su compra' });
    expect(status).toBe(201);
    expect(json.data).toMatchObject({
      documentRef: expect.stringMatching(/^cfdi:[0-9a-f-]{36}$/),
      category: 'cfdi',
      kind: 'income',
      cfdiType: 'I',
      direction: 'issued',
      status: 'draft',
      archived: false,
      total: { amount: 233.16, currency: 'MXN' },
      customerId,
      counterpartyName: customerInput.legalName,
      payment: { timing: 'single_payment', formCode: '03', methodCode: 'PUE' },
      fiscal: { subtotal: 201, ivaTransferred: 32.16, totalMxn: 233.16, placeOfIssue: '42501' },
      pdfCustomSection: 'Gracias\npor su compra',
    });
    for (const field of ['uuid', 'folio', 'issuedLocalDateTime'])
      expect(json.data).not.toHaveProperty(field);
  });

  it('createCfdi computes the totals of items with tax, without tax, with discounts, at rate zero and exempt', async () => {
    const items = [
      { ...customItem, quantity: 3, unitPrice: 116, taxIncluded: true },
      { ...customItem, quantity: 1, unitPrice: 100, discount: 10 },
      { ...customItem, quantity: 2, unitPrice: 50, taxability: 'zero', taxRate: undefined },
      { ...customItem, quantity: 1, unitPrice: 25.5, taxability: 'exempt', taxRate: undefined },
    ];
    const { json } = await create({ items });
    const { subtotal, discount, ivaTransferred, taxes } = json.data.fiscal;
    expect({ subtotal, discount, ivaTransferred, total: json.data.total.amount }).toEqual({
      subtotal: 525.5,
      discount: 10,
      ivaTransferred: 62.4,
      total: 577.9,
    });
    expect(taxes.transfers).toEqual(
      expect.arrayContaining([
        { tax: '002', factorType: 'Tasa', rateOrFee: '0.160000', base: '390.00', amount: '62.40' },
        { tax: '002', factorType: 'Tasa', rateOrFee: '0.000000', base: '100.00', amount: '0.00' },
        { tax: '002', factorType: 'Exento', base: '25.50' },
      ]),
    );
  });

  it('createCfdi copies price and taxes from a product', async () => {
    const { productId } = await created(api, '/v1/products', {
      ...productInput,
      sku: randomUUID(),
    });
    const items = [{ kind: 'product', productId, quantity: 2, unitPrice: 1160 }];
    const { json } = await create({ items });
    expect(json.data.items).toMatchObject([
      {
        kind: 'product',
        productId,
        description: productInput.description,
        satProductCode: '43232300',
        satUnitCode: 'H87',
        taxIncluded: true,
        amount: 2000,
        taxAmount: 320,
      },
    ]);
    expect(json.data.total.amount).toBe(2320);
  });

  it('createCfdi shows the installments of a deferred payment', async () => {
    const settlementTerms = {
      installmentCount: 3,
      firstDue: { kind: 'months_after_transaction', months: 1 },
      recurrence: { kind: 'last_day' },
    };
    const { json } = await create({ payment: { ...deferred, settlementTerms } });
    expect(json.data).toMatchObject({
      settlementTerms,
      payment: { timing: 'deferred_or_installments', formCode: '99', methodCode: 'PPD' },
    });
  });

  it('createCfdi stores an amount in a foreign currency with its exchange rate', async () => {
    const { json } = await create({ currency: 'USD', exchangeRate: 18.4567 });
    expect(json.data.total).toEqual({ amount: 233.16, currency: 'USD' });
    expect(json.data.fiscal).toMatchObject({ exchangeRate: 18.4567, totalMxn: 4303.36 });
  });

  it('createCfdi accepts a foreign currency without an exchange rate, which is required for the stamp', async () => {
    const { status, json } = await create({ currency: 'USD' });
    expect(status).toBe(201);
    expect(json.data.total.currency).toBe('USD');
    expect(json.data.fiscal).not.toHaveProperty('exchangeRate');
    expect(json.data.fiscal).not.toHaveProperty('totalMxn');
    const missing = [{ path: ['exchangeRate'], code: 'exchange_rate_missing' }];
    expect(json).toMatchObject({ warnings: missing, data: { warnings: missing } });
    const path = `/v1/cfdi/${json.data.documentRef}`;
    const refused = await api.request('POST', `${path}/stamp`);
    expect(refusalOf(refused)).toBe('409 conflict draft_invalid');
    expect(issuesOf(refused)).toEqual(['exchangeRate: exchange_rate_missing']);
    const body = incomeInput(json.data.customerId as string, {
      currency: 'USD',
      exchangeRate: 18.5,
    });
    const { fiscal } = await dataOf(api.request('PUT', path, { body }));
    expect(fiscal).toMatchObject({ exchangeRate: 18.5, totalMxn: 4313.46 });
    expect((await api.request('POST', `${path}/stamp`)).status).toBe(200);
  });

  it('createCfdi accepts a past due date, with a warning until the date is corrected or the document is stamped', async () => {
    const { json } = await create({ payment: { ...deferred, dueDate: '2020-01-01' } });
    expect(json.data.payment.dueDate).toBe('2020-01-01');
    const warnings = [{ path: ['payment', 'dueDate'], code: 'due_date_past' }];
    expect(json.data).toMatchObject({ warnings });
    const path = `/v1/cfdi/${json.data.documentRef}`;
    const put = (dueDate: string) =>
      dataOf(
        api.request('PUT', path, {
          body: incomeInput(customerId, { payment: { ...deferred, dueDate } }),
        }),
      );
    expect(await put('2999-01-01')).not.toHaveProperty('warnings');
    expect(await put('2020-01-01')).toMatchObject({ warnings });
    expect(await dataOf(api.request('POST', `${path}/stamp`))).not.toHaveProperty('warnings');
    expect(await dataOf(api.request('GET', path))).not.toHaveProperty('warnings');
  });

  it('createCfdi uses the requested series', async () => {
    const { seriesId } = await created(api, '/v1/settings/series', { code: 'WEB', kind: 'income' });
    expect((await create({ seriesId })).json.data).toMatchObject({ seriesId, series: 'WEB' });
  });
});

describe('400', () => {
  it('createCfdi reports all invalid fields at once', async () => {
    const answer = await create({
      cfdiUse: 'X99',
      currency: 'PESOS',
      payment: { timing: 'single_payment', formCode: '77', conditions: 'x'.repeat(1001) },
      items: [
        { ...customItem, quantity: 0, unitPrice: -1, taxability: 'none', satUnitCode: 'nope' },
        { kind: 'product', quantity: 1, unitPrice: 1 },
        { kind: 'gift' },
      ],
    });
    expect(refusalOf(answer)).toBe('400 validation_error');
    expect(issuesOf(answer)).toEqual([
      'cfdiUse: not_in_catalog',
      'currency: too_big',
      'items.0.quantity: too_small',
      'items.0.satUnitCode: not_in_catalog',
      'items.0.taxability: invalid_value',
      'items.0.unitPrice: too_small',
      'items.1.productId: required',
      'items.2.kind: invalid_value',
      'payment.conditions: too_big',
      'payment.formCode: not_in_catalog',
    ]);
  });

  it('createCfdi reports all violated rules of the SAT at once', async () => {
    const answer = await create({
      cfdiUse: 'D01',
      payment: { timing: 'single_payment', formCode: '99' },
      items: [
        { ...customItem, unitPrice: 0 },
        { ...customItem, discount: 500 },
        { ...customItem, taxRate: 0.15 },
      ],
    });
    expect(issuesOf(answer)).toEqual([
      'cfdiUse: cfdi_use_not_allowed',
      'items.0.unitPrice: unit_price_zero',
      'items.1.discount: discount_too_large',
      'items.2.taxRate: tax_rate_not_allowed',
      'payment.formCode: form_code_to_be_defined',
    ]);
  });

  it.each<[string, object, string]>([
    ['no items', { items: [] }, 'items: too_small'],
    ['another kind', { kind: 'invoice' }, 'kind: invalid_value'],
    ['another form of payment than 99', { payment: { ...deferred, formCode: '03' } }, 'payment.formCode: invalid_value'],
    ['a due date that does not exist', { payment: { ...deferred, dueDate: '2026-02-30' } }, 'payment.dueDate: invalid_format'],
    ['61 installments', { payment: { ...deferred, settlementTerms: terms(61) } }, 'payment.settlementTerms.installmentCount: installment_count_out_of_range'],
    ['a due date of a single payment', { payment: { timing: 'single_payment', formCode: '03', dueDate: '2030-01-01' } }, 'payment.dueDate: unknown_field'],
  ])('createCfdi refuses %s', async (_, changes, expected) => {
    expect(issuesOf(await create(changes))).toEqual([expected]);
  }); // prettier-ignore

  it('createCfdi refuses a supplier, and a customer without fiscal data', async () => {
    const bare = await created(api, '/v1/contacts', { kind: 'customer', legalName: 'Sin datos' });
    expect(issuesOf(await create({ customerId: bare.contactId }))).toEqual([
      'customerId: customer_postal_code_missing',
      'customerId: customer_rfc_missing',
    ]);
    const supplier = await created(api, '/v1/contacts', { kind: 'supplier', legalName: 'S' });
    expect(issuesOf(await create({ customerId: supplier.contactId }))).toContain(
      'customerId: not_a_customer',
    );
  });

  it('createCfdi refuses a series for another kind of document', async () => {
    const other = await created(api, '/v1/settings/series', { code: 'NOM', kind: 'payroll' });
    expect(issuesOf(await create({ seriesId: other.seriesId }))).toEqual(['seriesId: series_kind']);
  });
});

describe('404', () => {
  it('createCfdi lists all unknown identifiers', async () => {
    const items = [
      customItem,
      { kind: 'product', productId: randomUUID(), quantity: 1, unitPrice: 1 },
    ];
    const answer = await create({ customerId: randomUUID(), seriesId: randomUUID(), items });
    expect(refusalOf(answer)).toBe('404 not_found');
    expect(issuesOf(answer)).toEqual([
      'customerId: contact_not_found',
      'items.1.productId: product_not_found',
      'seriesId: series_not_found',
    ]);
  });
});

describe('409 conflict', () => {
  it('createCfdi is refused without a fiscal profile', async () => {
    const fresh = await startDocumented();
    const answer = await create({ customerId: await newCustomer(fresh) }, fresh);
    expect(refusalOf(answer)).toBe('409 conflict fiscal_profile_missing');
    await dataOf(fresh.request('PUT', '/v1/fiscal/profile', { body: issuerProfile }));
    expect((await create({ customerId: await newCustomer(fresh) }, fresh)).status).toBe(201);
  });
});
