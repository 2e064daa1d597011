import { randomUUID } from 'node:crypto';
import {
  created,
  dataOf,
  incomeInput,
  newCustomer,
  productInput,
  type Api,
} from '@timbre/testkit/client';
import { startDocumentedIssuer } from '../documented';
import { refusalOf } from '../refused';

let api: Api;
beforeAll(async () => {
  api = await startDocumentedIssuer();
});

const move = (id: string, to: 'archive' | 'unarchive') =>
  api.request('POST', `/v1/products/${id}/${to}`);

describe('200', () => {
  it('unarchiveProduct reactivates an archived product, which can be used in new documents', async () => {
    const product = await created(api, '/v1/products', productInput);
    const productId = product.productId as string;
    await dataOf(move(productId, 'archive'));
    const back = await dataOf(move(productId, 'unarchive'));
    expect(back).toEqual({ ...product, updatedAt: expect.any(String) });
    expect(await dataOf(move(productId, 'unarchive'))).toEqual(back);
    const items = [{ kind: 'product', productId, quantity: 1, unitPrice: 10 }];
    await created(api, '/v1/cfdi', incomeInput(await newCustomer(api), { items }));
  });
});

describe('404', () => {
  it('unarchiveProduct refuses an unknown product', async () => {
    expect(refusalOf(await move(randomUUID(), 'unarchive'))).toBe('404 not_found');
  });
});
