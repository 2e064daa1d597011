import { randomUUID } from 'node:crypto';
import { created, productInput, type Api } from '@timbre/testkit/client';
import { startDocumented } from '../documented';
import { refusalOf } from '../refused';

let api: Api;
beforeAll(async () => {
  api = await startDocumented();
});

describe('200', () => {
  it('getProduct returns the product as it was created', async () => {
    const product = await created(api, '/v1/products', productInput);
    const { status, json } = await api.request('GET', `/v1/products/${product.productId}`);
    expect(status).toBe(200);
    expect(json.data).toEqual(product);
  });
});

describe('404', () => {
  it.each([randomUUID(), 'LIC-ANUAL'])('getProduct does not find the identifier %s', async (id) => {
    expect(refusalOf(await api.request('GET', `/v1/products/${id}`))).toBe('404 not_found');
  });
});
