import { randomUUID } from 'node:crypto';
import { dataOf, type Api } from '@timbre/testkit/client';
import { startDocumented } from '../documented';
import { issuesOf, refusalOf } from '../refused';
import { newShop, type Shop } from './shop';

let api: Api;
let shop: Shop;
beforeAll(async () => {
  api = await startDocumented();
  shop = await newShop(api);
});

const adjust = (change: object, productId = shop.productId) =>
  api.request('POST', `/v1/products/${productId}/inventory-movements`, {
    body: { locationId: shop.here, reason: 'Conteo', ...change },
  });

describe('201', () => {
  it('adjustInventory returns the movement with the resulting stock, which the product then shows', async () => {
    const { status, json } = await adjust({ quantity: 12.5, unitCost: 4 });
    expect(status).toBe(201);
    expect(json.data).toEqual({
      movementId: expect.any(String),
      productId: shop.productId,
      locationId: shop.here,
      kind: 'receipt',
      quantity: 12.5,
      resultingStock: 12.5,
      unitCost: 4,
      reason: 'Conteo',
      occurredAt: expect.any(String),
    });
    expect(await dataOf(adjust({ countedQuantity: 12 }))).toMatchObject({ quantity: -0.5 });
    const { json: product } = await api.request('GET', `/v1/products/${shop.productId}`);
    expect(product.data).toMatchObject({ stock: 12, stockStatus: 'available' });
  });
});

describe('400', () => {
  it.each<[object, string[]]>([
    [{}, ['quantity: quantity_missing']],
    [{ quantity: 0 }, ['quantity: quantity_zero']],
    [{ quantity: 1, countedQuantity: 1 }, ['countedQuantity: count_not_allowed']],
    [{ quantity: -1, unitCost: 1 }, ['unitCost: unit_cost_not_allowed']],
    [{ countedQuantity: -1 }, ['countedQuantity: too_small']],
    [{ quantity: -1e12 }, ['quantity: too_small']],
    [{ quantity: 0.1234567 }, ['quantity: too_many_decimals']],
    [{ quantity: 1, reason: '', locationId: '' }, ['locationId: too_small', 'reason: too_small']],
  ])('adjustInventory refuses %j', async (change, expected) => {
    expect(issuesOf(await adjust(change))).toEqual(expected);
  });
});

describe('404', () => {
  it('adjustInventory refuses an unknown product or location', async () => {
    expect(refusalOf(await adjust({ quantity: 1 }, randomUUID()))).toBe('404 not_found');
    const answer = await adjust({ quantity: 1, locationId: randomUUID() });
    expect(refusalOf(answer)).toBe('404 not_found');
    expect(issuesOf(answer)).toEqual(['locationId: location_not_found']);
  });
});

describe('409 conflict', () => {
  it('adjustInventory refuses an archived location', async () => {
    await dataOf(api.request('POST', `/v1/locations/${shop.there}/archive`));
    const answer = await adjust({ quantity: 1, locationId: shop.there });
    expect(refusalOf(answer)).toBe('409 conflict location_archived');
  });

  it('adjustInventory refuses to remove more than the stock if negative stock is not allowed', async () => {
    const body = { fields: [], allowNegativeStock: false };
    await dataOf(api.request('PUT', '/v1/settings/sales-receipt-fields', { body }));
    const answer = await adjust({ quantity: -1_000 });
    expect(refusalOf(answer)).toBe('409 conflict out_of_stock');
    expect(issuesOf(answer)).toEqual(['quantity: out_of_stock']);
  });
});
