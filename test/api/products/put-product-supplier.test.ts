import { randomUUID } from 'node:crypto';
import { dataOf, newCustomer, type Api } from '@timbre/testkit/client';
import { startDocumented } from '../documented';
import { issuesOf, refusalOf } from '../refused';
import { newShop, newSupplier, type Shop } from './shop';

let api: Api;
let shop: Shop;
beforeAll(async () => {
  api = await startDocumented();
  shop = await newShop(api);
});

const put = (contactId: string, body: object = {}, productId = shop.productId) =>
  api.request('PUT', `/v1/products/${productId}/suppliers/${contactId}`, { body });

describe('200', () => {
  it('putProductSupplier sets and replaces all fields', async () => {
    const contactId = await newSupplier(api);
    const given = { supplierSku: 'M-7', cost: 80.5, leadTimeDays: 3, preferred: true };
    const own = { contactId, legalName: 'Maderas', updatedAt: expect.any(String) as string };
    expect(await dataOf(put(contactId, given))).toEqual({ ...given, ...own });
    expect(await dataOf(put(contactId))).toEqual({ ...own, preferred: false });
  });
});

describe('400', () => {
  it('putProductSupplier reports all faults at once', async () => {
    const answer = await put(randomUUID(), { cost: -1, leadTimeDays: 1.5, preferred: 1 });
    expect(issuesOf(answer)).toEqual([
      'cost: too_small',
      'leadTimeDays: invalid_type',
      'preferred: invalid_type',
    ]);
  });
});

describe('404', () => {
  it('putProductSupplier refuses a customer, an unknown contact and an unknown product', async () => {
    expect(refusalOf(await put(await newCustomer(api)))).toBe('404 not_found');
    expect(refusalOf(await put(randomUUID()))).toBe('404 not_found');
    expect(refusalOf(await put(await newSupplier(api), {}, randomUUID()))).toBe('404 not_found');
  });
});
