import { randomUUID } from 'node:crypto';
import { created, dataOf, productInput, type Api, type Shown } from '@timbre/testkit/client';
import { startDocumented } from '../documented';
import { issuesOf, refusalOf } from '../refused';

const quantityDiscounts = [{ minQuantity: 10, percentage: 5 }];

let api: Api;
let product: Shown;
beforeAll(async () => {
  api = await startDocumented();
});
beforeEach(async () => {
  product = await created(api, '/v1/products', { ...productInput, quantityDiscounts });
});

const update = (body: object, id = product.productId as string) =>
  api.request('PATCH', `/v1/products/${id}`, { body });

describe('200', () => {
  it('updateProduct replaces the given fields, clears null fields and does not change other fields', async () => {
    const { status, json } = await update({ price: 99.99, satUnitCode: null, sku: 'NEW' });
    expect(status).toBe(200);
    const { satUnitCode: _, ...kept } = product;
    expect(json.data).toEqual({ ...kept, price: 99.99, sku: 'NEW', updatedAt: expect.any(String) });
    const read = await dataOf(api.request('GET', `/v1/products/${product.productId}`));
    expect(read).toEqual(json.data);
  });

  it.each([[[]], [null]])(
    'updateProduct removes the discounts of the product with %j',
    async (discounts) => {
      const data = await dataOf(update({ quantityDiscounts: discounts }));
      expect(data).not.toHaveProperty('quantityDiscounts');
    },
  );

  it('updateProduct does not change the discounts if the request omits them', async () => {
    expect((await dataOf(update({ price: 1 }))).quantityDiscounts).toEqual(quantityDiscounts);
  });

  it('updateProduct changes an archived product, which remains archived', async () => {
    await dataOf(api.request('POST', `/v1/products/${product.productId}/archive`));
    expect(await dataOf(update({ price: 5 }))).toMatchObject({ price: 5, active: false });
  });
});

describe('400', () => {
  it('updateProduct validates the resulting product', async () => {
    expect(issuesOf(await update({ taxability: 'exempt' }))).toEqual([
      'taxRate: tax_rate_not_allowed',
    ]);
    expect((await update({ taxability: 'exempt', taxRate: null })).status).toBe(200);
  });

  it('updateProduct refuses to clear required fields', async () => {
    expect(issuesOf(await update({ description: null, price: null, active: false }))).toEqual([
      'active: unknown_field',
      'description: invalid_type',
      'price: invalid_type',
    ]);
  });
});

describe('404', () => {
  it('updateProduct refuses an unknown product', async () => {
    expect(refusalOf(await update({}, randomUUID()))).toBe('404 not_found');
  });
});

describe('409 conflict', () => {
  it('updateProduct refuses the sku of another product', async () => {
    const sku = randomUUID();
    await created(api, '/v1/products', { ...productInput, sku });
    expect(refusalOf(await update({ sku }))).toBe('409 conflict sku_taken');
  });
});
