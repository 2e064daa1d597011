import { randomUUID } from 'node:crypto';
import { created, customerInput, dataOf, newStamped, type Api } from '@timbre/testkit/client';
import { deferred, narrowed } from '../accounts/books';
import { startDocumentedIssuer } from '../documented';
import { booksOf, newCredit } from '../expenses/books';
import { refusalOf } from '../refused';
import { until } from '../until';

let api: Api;
beforeAll(async () => {
  api = await startDocumentedIssuer();
});

describe('200', () => {
  it('getContact returns the contact as it was created', async () => {
    const contact = await created(api, '/v1/contacts', customerInput);
    const { status, json } = await api.request('GET', `/v1/contacts/${contact.contactId}`);
    expect(status).toBe(200);
    expect(json.data).toEqual({ ...contact, balances: [] });
  });

  it('getContact accepts the identifier in upper and lower case', async () => {
    const { contactId } = await created(api, '/v1/contacts', customerInput);
    const shouted = (contactId as string).toUpperCase();
    const { json } = await api.request('GET', `/v1/contacts/${shouted}`);
    expect(json.data.contactId).toBe(contactId);
  });
});

describe('the open balance of a contact', () => {
  const shown = (id: string, by = api) => dataOf(by.request('GET', `/v1/contacts/${id}`));
  const once = (id: string) =>
    until(
      60_000,
      () => shown(id),
      ({ balances }) => (balances as unknown[]).length > 0,
    );

  it('getContact, and listContacts on request, return the receivables and payables of a contact that the API key may read', async () => {
    const { customerId, total } = await newStamped(api, deferred);
    const { amount } = total as { amount: number };
    const { supplierId, total: owed } = await newCredit(await booksOf(api));
    const customer = await once(customerId as string);
    const none = { currency: 'MXN', credit: 0 };
    const owes = [{ ...none, side: 'receivable', total: amount, overdueAmount: 0 }];
    expect(customer.balances).toEqual(owes);
    const isOwed = [{ ...none, side: 'payable', total: (owed as { amount: number }).amount }];
    const supplier = await once(supplierId as string);
    expect(supplier.balances).toMatchObject(isOwed);

    const listed = async (by: Api, query: string) => {
      const { data } = (await by.request('GET', `/v1/contacts${query}`)).json as {
        data: { contactId: string; balances?: unknown }[];
      };
      return new Map(data.map(({ contactId, balances }) => [contactId, balances]));
    };
    const both = await listed(api, '?balances=true');
    expect(both.get(customerId as string)).toEqual(owes);
    expect(both.get(supplierId as string)).toEqual(supplier.balances);
    expect([...(await listed(api, '')).values()].filter(Boolean)).toEqual([]);

    const seller = await narrowed(api, ['contacts:read', 'receivables:read']);
    const ofSeller = await listed(seller, '?balances=true');
    expect(ofSeller.get(customerId as string)).toEqual(owes);
    expect(ofSeller.get(supplierId as string)).toEqual([]);
    const clerk = await narrowed(api, ['contacts:read']);
    expect(await shown(customerId as string, clerk)).not.toHaveProperty('balances');
    expect((await listed(clerk, '?balances=true')).get(customerId as string)).toBeUndefined();
  });
});

describe('404', () => {
  it.each([randomUUID(), '1', 'null', '..%2F..%2Fetc', `${randomUUID()} `, '%00'])(
    'getContact does not find the identifier "%s"',
    async (id) => {
      expect(refusalOf(await api.request('GET', `/v1/contacts/${id}`))).toBe('404 not_found');
    },
  );
});
