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
import { issuesOf, refusalOf } from '../refused';

let api: Api;
beforeAll(async () => {
  api = await startDocumentedIssuer();
});

const archive = (id: string) => api.request('POST', `/v1/products/${id}/archive`);
const newProduct = async () =>
  (await created(api, '/v1/products', productInput)).productId as string;

describe('200', () => {
  it('archiveProduct deactivates the product, and is idempotent', async () => {
    const id = await newProduct();
    const first = await dataOf(archive(id));
    expect(first).toMatchObject({ productId: id, active: false });
    expect(await dataOf(archive(id))).toEqual(first);
  });

  it('after archiveProduct, the product cannot be used in new documents', async () => {
    const productId = await newProduct();
    await dataOf(archive(productId));
    const items = [{ kind: 'product', productId, quantity: 1, unitPrice: 10 }];
    const body = incomeInput(await newCustomer(api), { items });
    const answer = await api.request('POST', '/v1/cfdi', { body });
    expect(issuesOf(answer)).toEqual(['items.0.productId: product_archived']);
  });
});

describe('404', () => {
  it('archiveProduct refuses an unknown product', async () => {
    expect(refusalOf(await archive(randomUUID()))).toBe('404 not_found');
  });
});
