import { randomUUID } from 'node:crypto';
import { created, customItem, newCustomer, productInput, type Api } from '@timbre/testkit/client';
import { startDocumented } from '../documented';
import { issuesOf, refusalOf } from '../refused';
import { newQuote, quoteBody } from './offer';

let api: Api;
beforeAll(async () => void (api = await startDocumented()));

const create = (body: object) => api.request('POST', '/v1/quotes', { body });

describe('201', () => {
  it('createQuote returns a draft with a folio, a last day of validity and totals', async () => {
    const quote = await newQuote(api, { notes: 'Gracias', customerEmail: 'eva@example.com' });
    expect(quote).toMatchObject({
      category: 'quote',
      status: 'draft',
      folioNumber: 1,
      currency: 'MXN',
      customerName: 'Eva',
      customerEmail: 'eva@example.com',
      notes: 'Gracias',
      items: [{ lineRef: '1', description: customItem.description }],
    });
    const { subtotal, taxes, total } = quote.totals as Record<string, number>;
    expect(subtotal! + taxes!).toBeCloseTo(total!, 6);
  });

  it('createQuote copies the price of a product and the name of a customer', async () => {
    const { productId, price } = await created(api, '/v1/products', productInput);
    const customerId = await newCustomer(api);
    const items = [{ kind: 'product', productId, quantity: 3 }];
    const quote = await created(api, '/v1/quotes', { customerId, items });
    expect(quote).toMatchObject({ customerId, items: [{ productId, unitPrice: price }] });
    expect(quote.customerName).toBeTruthy();
  });
});

describe('400', () => {
  it('createQuote reports all invalid fields at once', async () => {
    const answer = await create({
      items: [{ ...customItem, quantity: 0 }],
      customerEmail: 'x',
      validUntil: '2026-02-30',
      notes: ' ',
      status: 'sent',
    });
    expect(refusalOf(answer)).toBe('400 validation_error');
    expect(issuesOf(answer)).toEqual([
      'customerEmail: invalid_format',
      'items.0.quantity: too_small',
      'notes: too_small',
      'status: unknown_field',
      'validUntil: invalid_format',
    ]);
    expect(issuesOf(await create({ ...quoteBody, items: [] }))).toEqual(['items: too_small']);
  });

  it('createQuote reports all violated rules of the offer at once', async () => {
    const customerId = await newCustomer(api);
    const settlementTerms = {
      installmentCount: 2,
      firstDue: { kind: 'transaction_date' },
      recurrence: { kind: 'anchor_day' },
    };
    const days = { issueDate: '2026-11-02', validUntil: '2026-11-01' };
    const answer = await create({ items: [customItem], customerId, settlementTerms, ...days });
    expect(issuesOf(answer)).toEqual([
      'settlementTerms: credit_not_enabled',
      'validUntil: valid_until_before_issue',
    ]);
    expect(issuesOf(await create({ items: [customItem] }))).toEqual([
      'customerName: customer_missing',
    ]);
  });
});

describe('404', () => {
  it('createQuote reports every unknown identifier', async () => {
    const items = [customItem, { kind: 'product', productId: randomUUID(), quantity: 1 }];
    const answer = await create({ customerId: randomUUID(), items });
    expect(refusalOf(answer)).toBe('404 not_found');
    expect(issuesOf(answer)).toEqual([
      'customerId: contact_not_found',
      'items.1.productId: product_not_found',
    ]);
    const nowhere = await create({ ...quoteBody, locationId: randomUUID() });
    expect(issuesOf(nowhere)).toEqual(['locationId: location_not_found']);
  });
});
