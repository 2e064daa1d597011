import { dataOf, type Api, type Shown } from '@timbre/testkit/client';
import { narrowed } from '../accounts/books';
import { startDocumented } from '../documented';
import { booksOf, newCredit, newExpense, type Books } from '../expenses/books';
import { issuesOf, refusalOf } from '../refused';
import { until } from '../until';

let api: Api;
let books: Books;
let paid: Shown;
let owed: Shown;
beforeAll(async () => {
  api = await startDocumented();
  books = await booksOf(api);
  paid = await newExpense(books);
  owed = await newCredit(books);
  const body = { amount: 1, paidOn: owed.businessDate, paymentForm: '03' };
  await dataOf(api.request('POST', `/v1/expenses/${owed.documentRef}/settlements`, { body }));
});

const get = (query: string, by = api) => by.request('GET', `/v1/reports/expenses${query}`);
const range = () =>
  `?dateFrom=${paid.businessDate as string}&dateTo=${paid.businessDate as string}`;
const amountOf = ({ total }: Shown) => (total as unknown as { amount: number }).amount;

describe('200', () => {
  it('getExpensesReport counts expenses and their open balances', async () => {
    const report = await until(
      60_000,
      () => dataOf(get(`${range()}&groupBy=category&compareTo=previous_period`)),
      ({ totals }) => (totals as { unpaid: number }).unpaid === amountOf(owed) - 1,
    );
    const total = amountOf(paid) + amountOf(owed);
    const sums = { count: 2, total, withoutCfdi: total, withCfdi: 0, canceledCfdi: 0 };
    expect(report).toMatchObject({
      currency: 'MXN',
      asOf: expect.stringMatching(/Z$/),
      totals: sums,
      series: [{ periodStart: paid.businessDate, ...sums }],
      groups: [{ key: books.categoryId, name: 'Papelería', isOther: false, ...sums, share: 1 }],
      comparison: { totals: { count: 0, total: 0 } },
    });
    const { supplierId, categoryId } = books;
    const query = `&supplierId=${supplierId}&categoryId=${categoryId}&groupBy=supplier`;
    expect(await dataOf(get(`${range()}${query}`))).toMatchObject({
      groups: [{ key: supplierId, name: 'Escuela', count: 1, paid: 1 }],
    });
  });
});

it('getExpensesReport answers 200, and its file has the same rows', async () => {
  const csv = await get(`${range()}&groupBy=category&format=csv`);
  expect(csv).toMatchObject({ status: 200 });
  expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
});

describe('400', () => {
  it.each([
    ['', ['dateFrom: required', 'dateTo: required']],
    ['?dateFrom=2026-01-01&dateTo=2026-01-02&categoryId=x', ['categoryId: invalid_format']],
    ['?dateFrom=2026-01-01&dateTo=2026-01-02&supplierId=%00', ['supplierId: invalid_format']],
    ['?dateFrom=2026-01-01&dateTo=2026-01-02&groupBy=customer', ['groupBy: invalid_value']],
  ])('getExpensesReport reports the faults of the query "%s"', async (query, issues) => {
    expect(issuesOf(await get(query)).toSorted()).toEqual(issues);
  });
});

it('getExpensesReport answers 403 for an API key that may not read expenses', async () => {
  const other = await narrowed(api, ['receipts:read']);
  expect(refusalOf(await get(range(), other))).toBe('403 forbidden insufficient_scope');
});
