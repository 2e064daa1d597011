import { dataOf } from '@timbre/testkit/client';
import { startDocumented } from '../documented';
import { issuesOf, refusalOf } from '../refused';
import { booksOf, newCredit, newExpense, type Books } from './books';

let books: Books;
beforeAll(async () => {
  books = await booksOf(await startDocumented());
});

const payment = { amount: 16.5, paidOn: '2026-01-15', paymentForm: '03' };
const settle = (documentRef: string, changes: object = {}, headers = {}) =>
  books.api.request('POST', `/v1/expenses/${documentRef}/settlements`, {
    body: { ...payment, ...changes },
    headers,
  });

describe('201', () => {
  it('settles in parts, and once for a key', async () => {
    const { documentRef } = await newCredit(books);
    const headers = { 'idempotency-key': documentRef };
    const first = await settle(documentRef, { reference: 'SPEI' }, headers);
    expect(first.status).toBe(201);
    const again = await settle(documentRef, { reference: 'SPEI' }, headers);
    expect(again.json).toEqual(first.json);
    expect(first.json.data).toMatchObject({
      settlementState: 'partially_settled',
      openAmount: 100,
      settlements: [{ ...payment, reference: 'SPEI' }],
    });
    expect(await dataOf(settle(documentRef, { amount: 100 }))).toMatchObject({
      settlementState: 'settled',
      openAmount: 0,
    });
  });
});

it('400 reports all faults', async () => {
  const { documentRef } = await newCredit(books);
  expect(issuesOf(await settle(documentRef, { amount: 0, paidOn: 'x', paymentForm: 'x' }))).toEqual(
    ['amount: too_small', 'paidOn: invalid_format', 'paymentForm: not_in_catalog'],
  );
  expect(issuesOf(await settle(documentRef, { paidOn: '2999-01-01', paymentForm: '99' }))).toEqual([
    'paidOn: in_future',
    'paymentForm: payment_form_not_allowed',
  ]);
  expect(issuesOf(await settle(documentRef, { paidOn: '1999-12-31' }))).toEqual([
    'paidOn: before_expense',
  ]);
});

describe('409', () => {
  it('refuses more than is open, also of two at once', async () => {
    const { documentRef } = await newCredit(books);
    const both = await Promise.all([1, 2].map(() => settle(documentRef, { amount: 100 })));
    expect(both.map(refusalOf).sort()).toEqual(['201', '409 conflict exceeds_balance']);
  });

  it('refuses what a payment to the supplier covered a moment ago', async () => {
    const { documentRef, openAmount, supplierId } = await newCredit(books);
    const applications = [{ documentRef, amount: openAmount }];
    const body = { amount: openAmount, formCode: '03', paidOn: '2026-01-15', applications };
    const path = `/v1/accounts/payables/${supplierId}/payments`;
    await dataOf(books.api.request('POST', path, { body }));
    expect(refusalOf(await settle(documentRef))).toBe('409 conflict exceeds_balance');
    const total = { amount: 200, currency: 'MXN' };
    const at = `/v1/expenses/${documentRef}`;
    const changed = await books.api.request('PATCH', at, { body: { total } });
    expect(refusalOf(changed)).toBe('409 conflict has_settlements');
    const deleted = await books.api.request('DELETE', at);
    expect(refusalOf(deleted)).toBe('409 conflict has_settlements');
  });

  it('refuses what was paid at once', async () => {
    const { documentRef } = await newExpense(books);
    expect(refusalOf(await settle(documentRef))).toBe('409 conflict not_on_credit');
  });
});
