import { dataOf, newStamped, type Api, type Shown } from '@timbre/testkit/client';
import { deferred, narrowed, owedIn } from '../accounts/books';
import { startDocumentedIssuer } from '../documented';
import { issuesOf, refusalOf } from '../refused';
import { until } from '../until';

let api: Api;
let invoice: Shown;
let day: string;
beforeAll(async () => {
  api = await startDocumentedIssuer();
  invoice = await newStamped(api, deferred);
  const path = `/v1/accounts/receivables/${invoice.customerId}`;
  await owedIn(api, '/v1/accounts/receivables');
  const [owed] = await owedIn(api, `${path}/invoices`);
  day = owed!.transactionDate as string;
  const body = { amount: 10, formCode: '03', paidOn: day };
  await dataOf(api.request('POST', `${path}/payments`, { body }));
});

const get = (query: string, by = api) => by.request('GET', `/v1/reports/collections${query}`);
const today = () => `?dateFrom=${day}&dateTo=${day}`;

describe('200', () => {
  it('getCollectionsReport returns the credit sales, their payments and their open balances', async () => {
    const report = await until(
      60_000,
      () => dataOf(get(`${today()}&groupBy=customer&compareTo=previous_period`)),
      ({ totals }) => (totals as { collected: number }).collected === 10,
    );
    const invoiced = invoice.total.amount as number;
    const outstanding = invoiced - 10;
    const sums = { invoiced, credited: 0, collected: 10, outstanding, overdue: 0 };
    expect(report).toMatchObject({
      currency: 'MXN',
      asOf: expect.stringMatching(/Z$/),
      outstandingOn: day,
      totals: { ...sums, aging: { current: outstanding, over90: 0 }, expected: 0 },
      series: [{ periodStart: day, ...sums }],
      groups: [{ key: invoice.customerId, isOther: false, ...sums, share: 1 }],
      comparison: { totals: { invoiced: 0, outstanding: 0, daysSalesOutstanding: null } },
    });
    const later = `&asOf=2099-01-01&customerId=${invoice.customerId}&groupBy=aging`;
    expect(await dataOf(get(`${today()}${later}`))).toMatchObject({
      outstandingOn: '2099-01-01',
      totals: { overdue: outstanding },
      groups: [{ key: 'over90', invoiced: null, outstanding, share: 1 }],
    });
    expect(await dataOf(get(`${today()}&groupBy=interval`))).toMatchObject({
      groups: [{ key: day, name: day, ...sums }],
    });
  });
});

it('the report file has a row for each customer in each interval', async () => {
  const { status, headers, bytes } = await get(`${today()}&groupBy=customer&format=csv`);
  expect(status).toBe(200);
  expect(headers.get('content-disposition')).toBe(
    `attachment; filename="cobranza-por-cliente-${day}-a-${day}.csv"`,
  );
  const [heading, row, ...rest] = new TextDecoder().decode(bytes).trim().split('\r\n');
  expect(heading!.split(',').slice(0, 5)).toEqual([
    'Desde',
    'Hasta',
    'Clave',
    'Cliente',
    'Vendido a crédito',
  ]);
  const outstanding = ((invoice.total.amount as number) - 10).toFixed(2);
  expect(row!.split(',').slice(0, 3)).toEqual([day, day, invoice.customerId]);
  expect(row!.split(',')).toContain(outstanding);
  expect(rest).toEqual([]);
});

describe('400', () => {
  it.each([
    ['', ['dateFrom: required', 'dateTo: required']],
    ['?dateFrom=2026-01-01&dateTo=2026-01-02&asOf=2026-02-30', ['asOf: invalid_format']],
    ['?dateFrom=2026-01-01&dateTo=2026-01-02&customerId=%00', ['customerId: invalid_format']],
    ['?dateFrom=2026-01-01&dateTo=2026-01-02&groupBy=product', ['groupBy: invalid_value']],
  ])('getCollectionsReport reports the faults of the query "%s"', async (query, issues) => {
    expect(issuesOf(await get(query)).toSorted()).toEqual(issues);
  });
});

it('getCollectionsReport answers 403 for an API key that may not read receivables', async () => {
  const other = await narrowed(api, ['receipts:read']);
  expect(refusalOf(await get(today(), other))).toBe('403 forbidden insufficient_scope');
});
