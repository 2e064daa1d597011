import { randomUUID } from 'node:crypto';
import { created, dataOf, newCustomer, type Api } from '@timbre/testkit/client';
import { startDocumented } from '../documented';
import { issuesOf, refusalOf } from '../refused';

let api: Api;
let ids: { productId: string; customerId: string; locationId: string };
beforeAll(async () => {
  api = await startDocumented();
  const location = { name: 'Sucursal', postalCode: '42501' };
  await created(api, '/v1/locations', location);
  const discounts = [{ minQuantity: 10, percentage: 5 }];
  const product = { description: 'Silla', price: 100, quantityDiscounts: discounts };
  ids = {
    productId: (await created(api, '/v1/products', product)).productId as string,
    customerId: await newCustomer(api),
    locationId: (await created(api, '/v1/locations', location)).locationId as string,
  };
  const { productId, customerId, locationId } = ids;
  for (const fields of [
    { locationId, percentage: 10 },
    { customerId, price: 95 },
    { customerId, locationId, price: 97 },
    { customerId, price: 1, validFrom: '2020-01-01', validTo: '2020-01-31' },
    { customerId, price: 2, minQuantity: 1_000 },
  ]) {
    const body = { productId, ...fields };
    await dataOf(api.request('PUT', '/v1/pricing/overrides', { body }));
  }
});

const resolve = (asked: Record<string, string>) =>
  api.request('GET', `/v1/pricing/resolve?${new URLSearchParams(asked).toString()}`);

describe('200', () => {
  it('resolvePrice selects the most specific price, not the lowest', async () => {
    const { productId, customerId, locationId } = ids;
    const priceOf = async (asked: Record<string, string>) =>
      (await dataOf(resolve({ productId, ...asked }))).unitPrice as number;
    expect(await priceOf({ customerId, locationId })).toBe(97);
    expect(await priceOf({ customerId })).toBe(95);
    expect(await priceOf({ locationId })).toBe(90);
    expect(await priceOf({ locationId, quantity: '10' })).toBe(85.5);
    expect(await priceOf({})).toBe(100);
    expect(await priceOf({ quantity: '10.5' })).toBe(95);
    expect(await priceOf({ customerId, quantity: '1000' })).toBe(2);
  });

  it('resolvePrice returns the reason why each other price rule does not apply', async () => {
    const { productId, customerId } = ids;
    const data = await dataOf(resolve({ productId, customerId }));
    expect(data).toMatchObject({ quantity: 1, currency: 'MXN', taxIncluded: false });
    expect(data.rule).toEqual({ kind: 'customer', overrideId: expect.any(String) });
    const lost = (data.considered as { price: number; because: string }[])
      .map(({ price, because }) => `${price} ${because}`)
      .sort();
    expect(lost).toEqual(['1 not_in_force', '100 less_specific', '2 below_minimum']);
  });
});

it('resolvePrice accepts a quantity with an exponent, such as the notation of small numbers in Python', async () => {
  const { productId } = ids;
  expect(await dataOf(resolve({ productId, quantity: '1e-06' }))).toMatchObject({
    quantity: 0.000001,
  });
});

describe('400', () => {
  it.each(['0', '0.0', '-1', '1e-07', '1e13', '1.1234567', 'x'])(
    'resolvePrice refuses the quantity %s',
    async (quantity) => {
      const answer = await resolve({ productId: ids.productId, quantity });
      expect(issuesOf(answer)).toEqual([
        expect.stringMatching(/^quantity: (too_small|invalid_format)$/),
      ]);
    },
  );

  it('resolvePrice refuses a request without a product', async () => {
    expect(issuesOf(await resolve({}))).toEqual(['productId: required']);
  });
});

describe('404', () => {
  it('resolvePrice reports every unknown identifier', async () => {
    const answer = await resolve({ productId: randomUUID(), customerId: 'x', locationId: 'y' });
    expect(refusalOf(answer)).toBe('404 not_found');
    expect(issuesOf(answer)).toEqual([
      'customerId: contact_not_found',
      'locationId: location_not_found',
      'productId: product_not_found',
    ]);
  });
});

describe('409 conflict', () => {
  it('resolvePrice refuses an archived product', async () => {
    const { productId } = await created(api, '/v1/products', { description: 'Mesa', price: 1 });
    await dataOf(api.request('POST', `/v1/products/${productId}/archive`));
    const answer = await resolve({ productId: productId as string });
    expect(refusalOf(answer)).toBe('409 conflict archived');
    expect(issuesOf(answer)).toEqual(['productId: archived']);
  });
});
