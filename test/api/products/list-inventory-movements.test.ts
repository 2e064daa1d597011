import { randomUUID } from 'node:crypto';
import { type Api } from '@timbre/testkit/client';
import { startDocumented } from '../documented';
import { refusalOf } from '../refused';
import { adjusted, newShop, type Shop } from './shop';

let api: Api;
let shop: Shop;
beforeAll(async () => {
  api = await startDocumented();
  shop = await newShop(api);
  await adjusted(api, shop, { quantity: 3 });
  await adjusted(api, shop, { quantity: 4, locationId: shop.there });
  await adjusted(api, shop, { quantity: -1 });
});

const path = () => `/v1/products/${shop.productId}/inventory-movements`;
const quantities = async (query = '') => {
  const { json } = await api.request('GET', `${path()}${query}`);
  return (json.data as { quantity: number }[]).map(({ quantity }) => quantity);
};

describe('200', () => {
  it('listInventoryMovements lists the newest movements first, and filters by location and day', async () => {
    expect(await quantities()).toEqual([-1, 4, 3]);
    expect(await quantities(`?locationId=${shop.here}`)).toEqual([-1, 3]);
    expect(await quantities('?locationId=x')).toEqual([]);
    expect(await quantities('?dateTo=2000-01-01')).toEqual([]);
    expect(await quantities('?query=adjustment')).toEqual([-1, 4, 3]);
    expect(await quantities('?query=zqxjkvw')).toEqual([]);
  });

  it('listInventoryMovements returns the movements page by page', async () => {
    const { json } = await api.request('GET', `${path()}?limit=2`);
    expect(await quantities(`?limit=2&cursor=${json.pagination.nextCursor}`)).toEqual([3]);
  });
});

describe('404', () => {
  it('listInventoryMovements refuses an unknown product', async () => {
    const answer = await api.request('GET', `/v1/products/${randomUUID()}/inventory-movements`);
    expect(refusalOf(answer)).toBe('404 not_found');
  });
});
