import { randomUUID } from 'node:crypto';
import {
  created,
  dataOf,
  holdRow,
  incomeInput,
  newCustomer,
  newStamped,
  productInput,
  type Api,
  type ApiResponse,
} from '@timbre/testkit/client';
import { startDocumentedIssuer } from '../documented';
import { booksOf, newCredit } from '../expenses/books';
import { refusalOf } from '../refused';
import { newTill, saleInput } from '../sales-receipts/till';
import { until } from '../until';

let api: Api;
beforeAll(async () => {
  api = await startDocumentedIssuer();
});

const remove = (id: string, key: string = randomUUID()) =>
  api.request('DELETE', `/v1/contacts/${id}`, { headers: { 'idempotency-key': key } });

describe('200', () => {
  it('deleteContact removes the contact from reads, lists and searches', async () => {
    const contactId = await newCustomer(api);
    const { status, json } = await remove(contactId);
    expect(status).toBe(200);
    expect(json).toEqual({ data: { contactId, deleted: true } });
    expect((await api.request('GET', `/v1/contacts/${contactId}`)).status).toBe(404);
    const { data } = (await api.request('GET', '/v1/contacts')).json;
    expect(data.map((contact: { contactId: string }) => contact.contactId)).not.toContain(
      contactId,
    );
  });

  it('deleteContact returns the same response to a retry', async () => {
    const [contactId, key] = [await newCustomer(api), randomUUID()];
    const first = await remove(contactId, key);
    expect((await remove(contactId, key)).bytes.equals(first.bytes)).toBe(true);
  });

  it('deleteContact makes the code available for another contact', async () => {
    const code = randomUUID().slice(0, 8);
    await remove(await newCustomer(api, { code }));
    expect(await newCustomer(api, { code })).toEqual(expect.any(String));
  });

  it('deleteContact prevents new drafts for the customer', async () => {
    const contactId = await newCustomer(api);
    await remove(contactId);
    const draft = () => api.request('POST', '/v1/cfdi', { body: incomeInput(contactId) });
    const answer = await until(60_000, draft, ({ status }) => status === 404);
    expect(refusalOf(answer)).toBe('404 not_found');
  });
});

it('deleteContact answers 409 for a customer with a new unpaid invoice, until the invoice is paid', async () => {
  const deferred = { payment: { timing: 'deferred_or_installments', formCode: '99' } };
  const { customerId, total } = await newStamped(api, deferred);
  expect(refusalOf(await remove(customerId as string))).toBe('409 conflict has_balance');
  const { amount } = total as { amount: number };
  const path = `/v1/accounts/receivables/${customerId as string}/payments`;
  const payment = { amount, formCode: '03', paidOn: '2026-01-20' };
  await dataOf(api.request('POST', path, { body: payment }));
  expect((await remove(customerId as string)).status).toBe(200);
});

it('deleteContact answers 409 for a customer with a new unpaid sale', async () => {
  const customerId = await newCustomer(api, { creditEnabled: true });
  const { productId } = await created(api, '/v1/products', productInput);
  const items = [{ kind: 'product', productId, quantity: 1 }];
  await created(api, '/v1/sales-receipts', { saleType: 'credit', customerId, items });
  expect(refusalOf(await remove(customerId))).toBe('409 conflict has_balance');
});

it('deleteContact answers 409 for a supplier with a new unpaid expense', async () => {
  const books = await booksOf(api);
  await newCredit(books);
  expect(refusalOf(await remove(books.supplierId))).toBe('409 conflict has_balance');
});

/**
 * Sends two requests so that the first request locks a database row before the second request,
 * which may need the same row.
 */
async function inTurn(
  row: { table: string; id: string },
  requests: [() => Promise<ApiResponse>, () => Promise<ApiResponse>],
): Promise<string[]> {
  const held = await holdRow('commerce', row.table, row.id);
  const first = requests[0]();
  await held.waiting(1);
  const second = requests[1]();
  await Promise.race([second, held.waiting(2)]);
  await held.release();
  return (await Promise.all([first, second])).map(refusalOf);
}

describe('a deletion that races with', () => {
  const sale = async () => {
    const customerId = await newCustomer(api, { creditEnabled: true });
    const till = await newTill(api);
    const body = saleInput(till, { saleType: 'credit', paymentForm: undefined, customerId });
    const sell = () => api.request('POST', '/v1/sales-receipts', { body });
    return { customerId, sell, locationId: till.locationId };
  };

  it('a deletion that races with a sale on credit is refused if the sale came first', async () => {
    const { customerId, sell, locationId } = await sale();
    const row = { table: 'locations', id: locationId };
    // The test includes the first sale of a series, because the first sale is processed differently
    // from later sales.
    const answers = [
      await inTurn(row, [sell, () => remove(customerId)]),
      await inTurn(row, [sell, () => remove(customerId)]),
    ];
    expect(answers).toEqual([
      ['201', '409 conflict has_balance'],
      ['201', '409 conflict has_balance'],
    ]);
  });

  it('a deletion that races with a sale on credit succeeds if the sale came last, and the sale is refused', async () => {
    const { customerId, sell } = await sale();
    const answers = await inTurn({ table: 'contacts', id: customerId }, [
      () => remove(customerId),
      sell,
    ]);
    expect(answers).toEqual(['200', '404 not_found']);
  });

  it('a deletion that races with a payment succeeds if the payment came last, and the payment is refused', async () => {
    const customerId = await newCustomer(api);
    const path = `/v1/accounts/receivables/${customerId}/payments`;
    const body = { amount: 10, formCode: '03', paidOn: '2026-01-20' };
    const answers = await inTurn({ table: 'contacts', id: customerId }, [
      () => remove(customerId),
      () => api.request('POST', path, { body }),
    ]);
    expect(answers).toEqual(['200', '404 not_found']);
  });
});

describe('404', () => {
  it('deleteContact refuses a deleted or unknown contact', async () => {
    const contactId = await newCustomer(api);
    await remove(contactId);
    expect(refusalOf(await remove(contactId))).toBe('404 not_found');
    expect(refusalOf(await remove(randomUUID()))).toBe('404 not_found');
  });
});
