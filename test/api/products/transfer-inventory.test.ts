import { randomUUID } from 'node:crypto';
import { dataOf, type Api } from '@timbre/testkit/client';
import { startDocumented } from '../documented';
import { issuesOf, refusalOf } from '../refused';
import { adjusted, newShop, type Shop } from './shop';

let api: Api;
let shop: Shop;
beforeAll(async () => {
  api = await startDocumented();
  shop = await newShop(api);
});

const transfer = (changes: object = {}) =>
  api.request('POST', '/v1/inventory/transfers', {
    body: {
      fromLocationId: shop.here,
      toLocationId: shop.there,
      items: [{ productId: shop.productId, quantity: 2 }],
      ...changes,
    },
  });

describe('201', () => {
  it('transferInventory creates one outgoing and one incoming movement at the same cost', async () => {
    await adjusted(api, shop, { quantity: 5, unitCost: 3.5 });
    const { status, json } = await transfer({ reason: 'Surtido' });
    expect(status).toBe(201);
    const { transferId, movements, ...places } = json.data;
    expect(places).toMatchObject({ fromLocationId: shop.here, toLocationId: shop.there });
    const shared = {
      productId: shop.productId,
      unitCost: 3.5,
      reason: 'Surtido',
      documentRef: `inventory_transfer:${transferId}`,
    };
    expect(movements).toMatchObject([
      { ...shared, locationId: shop.here, kind: 'transfer_out', quantity: -2, resultingStock: 3 },
      { ...shared, locationId: shop.there, kind: 'transfer_in', quantity: 2, resultingStock: 2 },
    ]);
  });
});

describe('400', () => {
  it.each<[object, string[]]>([
    [{ items: [] }, ['items: too_small']],
    [{ items: [{ productId: 'p', quantity: 0 }] }, ['items.0.quantity: too_small']],
  ])('transferInventory refuses %j', async (changes, expected) => {
    expect(issuesOf(await transfer(changes))).toEqual(expected);
  });

  it('transferInventory refuses a transfer to the same location, and a repeated product', async () => {
    const item = { productId: shop.productId, quantity: 1 };
    const answer = await transfer({ toLocationId: shop.here, items: [item, item] });
    expect(issuesOf(answer)).toEqual([
      'items.1.productId: product_repeated',
      'toLocationId: same_location',
    ]);
  });
});

describe('404', () => {
  it('transferInventory reports every unknown product, then every unknown location', async () => {
    const items = [
      { productId: randomUUID(), quantity: 1 },
      { productId: shop.productId, quantity: 1 },
    ];
    const answer = await transfer({ items });
    expect(refusalOf(answer)).toBe('404 not_found');
    expect(issuesOf(answer)).toEqual(['items.0.productId: product_not_found']);
    const places = await transfer({ fromLocationId: randomUUID(), toLocationId: 'x' });
    expect(issuesOf(places)).toEqual([
      'fromLocationId: location_not_found',
      'toLocationId: location_not_found',
    ]);
  });
});

describe('409 conflict', () => {
  it('transferInventory reports every item with insufficient stock if negative stock is not allowed', async () => {
    const body = { fields: [], allowNegativeStock: false };
    await dataOf(api.request('PUT', '/v1/settings/sales-receipt-fields', { body }));
    const answer = await transfer({ items: [{ productId: shop.productId, quantity: 1_000 }] });
    expect(refusalOf(answer)).toBe('409 conflict out_of_stock');
    expect(issuesOf(answer)).toEqual(['items.0.quantity: out_of_stock']);
  });
});
