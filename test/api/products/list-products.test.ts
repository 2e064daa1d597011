import { created, dataOf, type Api } from '@timbre/testkit/client';
import { startDocumented } from '../documented';

let api: Api;
beforeAll(async () => {
  api = await startDocumented();
  for (const [description, more] of products) {
    await created(api, '/v1/products', { description, price: 1, ...more });
  }
  const { data } = (await api.request('GET', '/v1/products?query=mesa')).json;
  await dataOf(api.request('POST', `/v1/products/${data[0].productId}/archive`));
});

const products: [description: string, more: object][] = [
  ['Mesa de café', { sku: 'MESA-1' }],
  ['Silla Ñandú', { code: '7501' }],
  ['Lámpara 50%', {}],
];

const list = async (query = '') => {
  const { json } = await api.request('GET', `/v1/products${query}`);
  return json.data.map(({ description }: { description: string }) => description) as string[];
};

describe('200', () => {
  it('listProducts lists active and archived products, the newest first', async () => {
    expect(await list()).toEqual(['Lámpara 50%', 'Silla Ñandú', 'Mesa de café']);
  });

  it('listProducts filters products by active', async () => {
    expect(await list('?active=false')).toEqual(['Mesa de café']);
    expect(await list('?active=true')).toEqual(['Lámpara 50%', 'Silla Ñandú']);
  });

  it.each([
    ['CAFÉ', 'Mesa de café'],
    ['mesa-1', 'Mesa de café'],
    ['nandu', 'Silla Ñandú'],
    ['Café mesa', 'Mesa de café'],
    ['7501', 'Silla Ñandú'],
    ['50%', 'Lámpara 50%'],
  ])('listProducts finds products by the query "%s"', async (query, expected) => {
    expect(await list(`?query=${encodeURIComponent(query)}`)).toEqual([expected]);
  });

  it('listProducts returns the products page by page', async () => {
    const first = (await api.request('GET', '/v1/products?limit=2')).json;
    const path = `?limit=2&cursor=${first.pagination.nextCursor}`;
    expect(await list(path)).toEqual(['Mesa de café']);
  });
});

describe('400', () => {
  it.each(['?active=yes', '?active=', '?active=1'])(
    'listProducts refuses the query %s',
    async (query) => {
      expect((await api.request('GET', `/v1/products${query}`)).status).toBe(400);
    },
  );
});
