import { randomUUID } from 'node:crypto';
import { dataOf, type Api } from '@timbre/testkit/client';
import { startDocumented } from '../documented';
import { refusalOf } from '../refused';
import { newShop, newSupplier, type Shop } from './shop';

let api: Api;
let shop: Shop;
beforeAll(async () => {
  api = await startDocumented();
  shop = await newShop(api);
  for (const name of ['Maderas', 'Clavos', 'Ñandú']) {
    const path = `/v1/products/${shop.productId}/suppliers/${await newSupplier(api, name)}`;
    await dataOf(api.request('PUT', path, { body: {} }));
  }
});

const names = async (query = '') => {
  const { json } = await api.request('GET', `/v1/products/${shop.productId}/suppliers${query}`);
  return (json.data as { legalName: string }[]).map(({ legalName }) => legalName);
};

describe('200', () => {
  it('listProductSuppliers lists the newest suppliers first, searches and paginates', async () => {
    expect(await names()).toEqual(['Ñandú', 'Clavos', 'Maderas']);
    expect(await names('?query=nandu')).toEqual(['Ñandú']);
    const path = `/v1/products/${shop.productId}/suppliers?limit=2`;
    const { json } = await api.request('GET', path);
    expect(await names(`?limit=2&cursor=${json.pagination.nextCursor}`)).toEqual(['Maderas']);
  });
});

describe('404', () => {
  it('listProductSuppliers refuses an unknown product', async () => {
    const answer = await api.request('GET', `/v1/products/${randomUUID()}/suppliers`);
    expect(refusalOf(answer)).toBe('404 not_found');
  });
});
