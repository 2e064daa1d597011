import { type Api } from '@timbre/testkit/client';
import { startDocumented } from '../documented';
import { adjusted, newShop, type Shop } from './shop';

let api: Api;
let first: Shop;
let second: Shop;
beforeAll(async () => {
  api = await startDocumented();
  [first, second] = [await newShop(api), await newShop(api)];
  await adjusted(api, first, { quantity: 3, unitCost: 10 });
  await adjusted(api, second, { countedQuantity: 0 });
  await adjusted(api, first, { quantity: 4, locationId: first.there });
});

const list = async (query = '') => {
  const { json } = await api.request('GET', `/v1/inventory${query}`);
  return json.data as Record<string, unknown>[];
};
const stocks = async (query: string) => (await list(query)).map(({ stock }) => stock);

describe('200', () => {
  it('listInventory lists stock levels with their product', async () => {
    const [, , row] = await list();
    expect(row).toEqual({
      productId: first.productId,
      locationId: first.here,
      description: expect.any(String),
      stock: 3,
      reserved: 0,
      available: 3,
      averageCost: 10,
      stockStatus: 'available',
      updatedAt: expect.any(String),
    });
  });

  it('listInventory filters by product, location and status, and paginates', async () => {
    expect(await stocks(`?productId=${first.productId}`)).toEqual([4, 3]);
    expect(await stocks(`?locationId=${second.here}`)).toEqual([0]);
    expect(await stocks('?stockStatus=available')).toEqual([4, 3]);
    expect(await stocks('?stockStatus=out_of_stock')).toEqual([0]);
    expect(await stocks('?locationId=x')).toEqual([]);
    const { json } = await api.request('GET', '/v1/inventory?limit=2');
    expect(await stocks(`?limit=2&cursor=${json.pagination.nextCursor}`)).toEqual([3]);
  });
});

describe('400', () => {
  it('listInventory refuses an unknown status', async () => {
    expect((await api.request('GET', '/v1/inventory?stockStatus=low')).status).toBe(400);
  });
});
