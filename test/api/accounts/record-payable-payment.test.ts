import { dataOf, type Api, type Shown } from '@timbre/testkit/client';
import { startDocumentedIssuer } from '../documented';
import { booksOf, newCredit, type Books } from '../expenses/books';
import { refusalOf } from '../refused';
import { until } from '../until';
import { list, narrowed } from './books';

let api: Api;
let books: Books;
let expense: Shown;
beforeAll(async () => {
  api = await startDocumentedIssuer();
  books = await booksOf(api);
  expense = await newCredit(books);
  await until(
    60_000,
    async () => (await list(api)).json.data as Shown[],
    (rows) => rows.length > 0,
  );
});

const pay = (body: object, supplierId: string, by = api) =>
  by.request('POST', `/v1/accounts/payables/${supplierId}/payments`, { body });

const paid = { amount: 10, formCode: '03', paidOn: '2026-01-20' };

it('recordPayablePayment answers 201: the payment covers an expense', async () => {
  const applications = [{ documentRef: expense.documentRef, amount: 10 }];
  const payment = await dataOf(pay({ ...paid, applications }, expense.supplierId));
  expect(payment).toMatchObject({ side: 'payable', amount: -10, applications });
  const path = `/v1/expenses/${expense.documentRef}`;
  const shown = await until(
    60_000,
    () => dataOf(api.request('GET', path)),
    ({ paidAmount }) => paidAmount !== undefined,
  );
  const openAmount = (expense.openAmount as number) - 10;
  expect(shown).toMatchObject({ paidAmount: 10, openAmount, settlementState: 'partially_settled' });
});

it('recordPayablePayment answers 409 for an expense that was settled immediately before', async () => {
  const { documentRef, supplierId, openAmount } = await newCredit(books);
  const settlement = { amount: openAmount, paidOn: '2026-01-20', paymentForm: '03' };
  await dataOf(
    api.request('POST', `/v1/expenses/${documentRef}/settlements`, { body: settlement }),
  );
  const applications = [{ documentRef, amount: 10 }];
  expect(refusalOf(await pay({ ...paid, applications }, supplierId))).toBe(
    '409 conflict exceeds_balance',
  );
});

it('recordPayablePayment answers 404 for a supplier that does not exist', async () => {
  expect(refusalOf(await pay(paid, 'x'))).toBe('404 not_found');
});

it('recordPayablePayment answers 403 for an API key that may only access receivables', async () => {
  const receivables = await narrowed(api, ['receivables:manage']);
  expect(refusalOf(await pay(paid, expense.supplierId, receivables))).toBe(
    '403 forbidden insufficient_scope',
  );
});
