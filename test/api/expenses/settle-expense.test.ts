import { dataOf, holdRow, type ApiResponse, type Shown } from '@timbre/testkit/client';
import { startDocumented } from '../documented';
import { issuesOf, refusalOf } from '../refused';
import { until } from '../until';
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
  it('settleExpense settles an expense in parts, and only once per idempotency key', async () => {
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

it('settleExpense answers 400 and reports all faults of the settlement', async () => {
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

/**
 * Records a payment to the supplier for the expense; the default amount is the open amount of the
 * expense.
 */
function pay(expense: Shown, amount = expense.openAmount): Promise<ApiResponse> {
  const { documentRef, supplierId } = expense;
  const applications = [{ documentRef, amount }];
  const body = { amount, formCode: '03', paidOn: '2026-01-15', applications };
  const path = `/v1/accounts/payables/${supplierId as string}/payments`;
  return books.api.request('POST', path, { body });
}

const get = (documentRef: string): Promise<Shown> =>
  dataOf(books.api.request('GET', `/v1/expenses/${documentRef}`));

/**
 * Creates an expense and waits until all events of the expense, its payments and its reversals are
 * processed.
 */
async function newQuiet(): Promise<Shown> {
  const expense = await newCredit(books);
  const { transactionId } = await dataOf(pay(expense, 1));
  const shows = (paid: number | undefined) =>
    until(
      60_000,
      () => get(expense.documentRef),
      ({ paidAmount }) => paidAmount === paid,
    );
  await shows(1);
  const path = `/v1/accounts/transactions/${transactionId as string}/reverse`;
  await dataOf(books.api.request('POST', path, { body: { reason: 'Error' } }));
  return shows(undefined);
}

/**
 * Pays the expense while an action waits for the database row of the expense, after accounts has
 * responded that no payment exists.
 */
async function paidMeanwhile(expense: Shown, act: (path: string) => Promise<ApiResponse>) {
  const held = await holdRow('commerce', 'expenses', expense.documentRef.split(':')[1]!);
  const acting = act(`/v1/expenses/${expense.documentRef}`);
  await held.waiting(1);
  const paying = pay(expense);
  await Promise.race([paying, held.waiting(2)]);
  await held.release();
  return (await Promise.all([acting, paying])).map(refusalOf);
}

describe('an expense with a payment to its supplier at the same time', () => {
  it('a settlement and a payment to the supplier at the same moment pay the expense once', async () => {
    const expense = await newQuiet();
    const amount = expense.openAmount;
    const settled = await paidMeanwhile(expense, () => settle(expense.documentRef, { amount }));
    expect(settled).toEqual(['201', '409 conflict exceeds_balance']);
    expect(await get(expense.documentRef)).toMatchObject({
      openAmount: 0,
      settlements: [{ amount }],
    });
  });

  it('an expense is either deleted or paid if both are requested at the same moment', async () => {
    const deleted = await paidMeanwhile(await newQuiet(), (path) =>
      books.api.request('DELETE', path),
    );
    expect(deleted).toEqual(['200', '409 conflict exceeds_balance']);
  });
});

describe('409', () => {
  it('settleExpense refuses more than the open amount, even for two concurrent requests', async () => {
    const { documentRef } = await newCredit(books);
    const both = await Promise.all([1, 2].map(() => settle(documentRef, { amount: 100 })));
    expect(both.map(refusalOf).sort()).toEqual(['201', '409 conflict exceeds_balance']);
  });

  it('settleExpense refuses an amount that a payment to the supplier covered immediately before', async () => {
    const expense = await newCredit(books);
    const { documentRef } = expense;
    await dataOf(pay(expense));
    expect(refusalOf(await settle(documentRef))).toBe('409 conflict exceeds_balance');
    const total = { amount: 200, currency: 'MXN' };
    const at = `/v1/expenses/${documentRef}`;
    const changed = await books.api.request('PATCH', at, { body: { total } });
    expect(refusalOf(changed)).toBe('409 conflict has_settlements');
    const deleted = await books.api.request('DELETE', at);
    expect(refusalOf(deleted)).toBe('409 conflict has_settlements');
  });

  it('settleExpense refuses an expense that was recorded as paid', async () => {
    const { documentRef } = await newExpense(books);
    expect(refusalOf(await settle(documentRef))).toBe('409 conflict not_on_credit');
  });
});
