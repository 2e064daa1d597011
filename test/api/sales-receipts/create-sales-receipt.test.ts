import { created, customItem, newCustomer, type Api } from '@timbre/testkit/client';
import { startDocumented } from '../documented';
import { issuesOf, refusalOf } from '../refused';
import { newReceipt, newTill, saleInput, type Till } from './till';

let api: Api;
let till: Till;
beforeAll(async () => {
  api = await startDocumented();
  till = await newTill(api);
});

const send = (changes: object) =>
  api.request('POST', '/v1/sales-receipts', { body: saleInput(till, changes) });

describe('201', () => {
  it('createSalesReceipt calculates prices and totals of a sale and assigns its folio', async () => {
    const items = [{ kind: 'product', productId: till.productId, quantity: 1.5 }, customItem];
    const payments = [
      { paymentForm: '01', amount: 973.16 },
      { paymentForm: '04', amount: 1000 },
    ];
    const receipt = await newReceipt(api, till, { items, payments, paymentForm: undefined });
    expect(receipt).toMatchObject({
      category: 'sales_receipt',
      folio: '1',
      status: 'open',
      total: { amount: 1973.16, currency: 'MXN' },
      paymentForm: '04',
      payments,
      items: [
        { unitPrice: 1160, lineTotal: 1740 },
        { unitPrice: 116.58, lineTotal: 233.16 },
      ],
      taxes: [{ rate: 0.16, base: 1701, amount: 272.16 }],
    });
  });

  it('createSalesReceipt returns the remaining stock of a product with stock control', async () => {
    const { productId, locationId } = till;
    const receive = { locationId, quantity: 5, reason: 'Compra' };
    await created(api, `/v1/products/${productId}/inventory-movements`, receive);
    await newReceipt(api, till);
    const { json } = await api.request('GET', `/v1/products/${productId}`);
    expect(json.data).toMatchObject({ stock: 4 });
  });

  it('createSalesReceipt accepts credit, courtesies, notes and custom fields', async () => {
    const body = { fields: [{ key: 'table', label: 'Mesa', type: 'number' }] };
    await api.request('PUT', '/v1/settings/sales-receipt-fields', { body });
    const customerId = await newCustomer(api, { creditEnabled: true });
    const credit = { saleType: 'credit', customerId, paymentForm: undefined };
    const terms = {
      installmentCount: 2,
      firstDue: { kind: 'fixed_date', date: '2027-01-31' },
      recurrence: { kind: 'anchor_day' },
    };
    expect(await newReceipt(api, till, { ...credit, settlementTerms: terms })).toMatchObject({
      settlementTerms: terms,
      paymentDueDate: '2027-01-31',
      operationalBalance: 1160,
    });
    const courtesy = { saleType: 'courtesy', paymentForm: undefined, fields: { table: 7 } };
    expect(await newReceipt(api, till, { ...courtesy, notes: 'De la casa' })).toMatchObject({
      total: { amount: 0 },
      fields: [{ key: 'table', label: 'Mesa', value: 7 }],
      notes: 'De la casa',
    });
  });
});

describe('400', () => {
  it.each([
    [{ items: [] }, ['items: too_small']],
    [{ paymentForm: '99' }, ['paymentForm: form_code_not_allowed']],
    [
      { payments: [{ paymentForm: '01', amount: 1.001 }] },
      ['payments.0.amount: too_many_decimals'],
    ],
    [{ items: [{ ...customItem, unitPrice: undefined }] }, ['items.0.unitPrice: required']],
    [{ items: [{ ...customItem, discount: 0.001 }] }, ['items.0.discount: too_many_decimals']],
    [{ items: [{ ...customItem, discount: 500 }] }, ['items.0.discount: discount_too_large']],
    [{ businessDate: '2100-01-01' }, ['businessDate: business_date_in_future']],
    [{ paymentForm: undefined }, ['paymentForm: payment_form_missing']],
    [{ fields: { other: 'x' } }, ['fields.other: field_unknown']],
    [{ fields: JSON.parse('{"__proto__": "x"}') }, ['fields.__proto__: field_unknown']],
    [{ fields: { constructor: 'x' } }, ['fields.constructor: field_unknown']],
    [{ fields: { toString: 'x' } }, ['fields.toString: field_unknown']],
    [
      { items: [{ ...customItem, quantity: 999_999_999, unitPrice: 999_999_999 }] },
      ['items: total_too_large'],
    ],
  ])('createSalesReceipt refuses the input %j', async (changes, issues) => {
    const answer = await send(changes);
    expect(refusalOf(answer)).toBe('400 validation_error');
    expect(issuesOf(answer)).toEqual(issues);
  });
});

describe('404', () => {
  it('createSalesReceipt reports all unknown identifiers', async () => {
    const items = [{ kind: 'product', productId: 'x', quantity: 1 }];
    const answer = await send({ items, customerId: 'x' });
    expect(refusalOf(answer)).toBe('404 not_found');
    expect(issuesOf(answer)).toEqual([
      'customerId: contact_not_found',
      'items.0.productId: product_not_found',
    ]);
  });
});

describe('409', () => {
  it('createSalesReceipt reports the lines that are out of stock', async () => {
    const other = await startDocumented();
    const own = await newTill(other);
    const body = { fields: [], allowNegativeStock: false };
    await other.request('PUT', '/v1/settings/sales-receipt-fields', { body });
    const path = `/v1/products/${own.productId}/inventory-movements`;
    await created(other, path, { locationId: own.locationId, quantity: 1, reason: 'Compra' });
    await newReceipt(other, own);
    const answer = await other.request('POST', '/v1/sales-receipts', { body: saleInput(own) });
    expect(refusalOf(answer)).toBe('409 conflict out_of_stock');
    expect(issuesOf(answer)).toEqual(['items.0.quantity: out_of_stock']);
  });
});
