import { created, dataOf, newCustomer, productInput, type Api } from '@timbre/testkit/client';
import { startDocumented } from '../documented';

const path = '/v1/pricing/overrides';
let api: Api;
let customerId: string;
let productIds: string[];
beforeAll(async () => {
  api = await startDocumented();
  customerId = await newCustomer(api);
  const descriptions = ['Silla', 'Mesa Ñ'];
  productIds = [];
  for (const description of descriptions) {
    const product = await created(api, '/v1/products', { ...productInput, description });
    productIds.push(product.productId as string);
  }
  for (const [at, price] of [[0, 1], [1, 2], [1, 3]] as const) {
    const body = { productId: productIds[at], customerId, price, minQuantity: price };
    await dataOf(api.request('PUT', path, { body }));
  } // prettier-ignore
});

const prices = async (query = '') => {
  const { json } = await api.request('GET', `${path}${query}`);
  return (json.data as { price: number }[]).map(({ price }) => price);
};

describe('200', () => {
  it('listPriceOverrides lists the newest overrides first, filters, searches and paginates', async () => {
    expect(await prices()).toEqual([3, 2, 1]);
    expect(await prices(`?productId=${productIds[1]}`)).toEqual([3, 2]);
    expect(await prices(`?customerId=${customerId}`)).toEqual([3, 2, 1]);
    expect(await prices('?locationId=x')).toEqual([]);
    expect(await prices('?query=mesa%20n')).toEqual([3, 2]);
    const { json } = await api.request('GET', `${path}?limit=2`);
    expect(await prices(`?limit=2&cursor=${json.pagination.nextCursor}`)).toEqual([1]);
  });
});
