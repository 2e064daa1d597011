import { dataOf, type Api, type Shown } from '@timbre/testkit/client';
import { startDocumentedIssuer } from '../documented';
import { narrowed, postedBooks } from '../accounts/books';
import { issuesOf, refusalOf } from '../refused';
import { until } from '../until';

let api: Api;
let invoice: Shown;
beforeAll(async () => {
  api = await startDocumentedIssuer();
  ({ invoice } = await postedBooks(api));
});

const get = (query: string, by = api) => by.request('GET', `/v1/reports/cfdi${query}`);
const year = (at: Shown) => {
  const [name] = (at.issuedLocalDateTime as string).split('-');
  return `?dateFrom=${name}-01-01&dateTo=${name}-12-31`;
};

describe('200', () => {
  it('getCfdiReport counts stamped documents by interval and by group', async () => {
    const report = await until(
      60_000,
      () => dataOf(get(`${year(invoice)}&groupBy=counterparty&compareTo=previous_year`)),
      ({ totals }) => (totals as { count: number }).count > 0,
    );
    const { amount } = invoice.total as { amount: number };
    expect(report).toMatchObject({
      currency: 'MXN',
      interval: 'month',
      asOf: expect.stringMatching(/Z$/),
      totals: { count: 1, total: amount, net: amount, canceledCount: 0, creditNotes: 0 },
      groups: [{ name: invoice.counterpartyName, isOther: false, net: amount, share: 1 }],
      comparison: { totals: { count: 0 } },
    });
    const series = report.series as { periodStart: string; net: number }[];
    expect(series).toHaveLength(12);
    const month = (invoice.issuedLocalDateTime as string).slice(0, 7);
    expect(series.filter(({ net }) => net !== 0)).toMatchObject([
      { periodStart: `${month}-01`, net: amount },
    ]);
    const received = await dataOf(get(`${year(invoice)}&direction=received&kinds=income,payroll`));
    expect(received).toMatchObject({ totals: { count: 0 }, groups: [], comparison: null });
  });
});

it('getCfdiReport answers 200 and returns the report as a PDF', async () => {
  const query = `${year(invoice)}&groupBy=counterparty&compareTo=previous_year&format=pdf`;
  const { status, headers, bytes } = await get(query);
  expect([status, headers.get('content-type')]).toEqual([200, 'application/pdf']);
  expect(headers.get('content-disposition')).toMatch(/"cfdi-emitidos-por-contraparte-.*[.]pdf"$/);
  expect(Buffer.from(bytes).subarray(0, 5).toString()).toBe('%PDF-');
});

describe('400', () => {
  it.each([
    ['', ['dateFrom: required', 'dateTo: required']],
    ['?dateFrom=2026-02-30&dateTo=x', ['dateFrom: invalid_format', 'dateTo: invalid_format']],
    ['?dateFrom=2026-02-02&dateTo=2026-02-01', ['dateTo: period_reversed']],
    ['?dateFrom=2024-01-01&dateTo=2026-01-01', ['dateTo: period_too_long']],
    ['?dateFrom=2101-01-01&dateTo=2101-01-02', ['dateFrom: too_large', 'dateTo: too_large']],
    ['?dateFrom=2026-01-01&dateTo=2026-01-02&limit=51', ['limit: too_big']],
    ['?dateFrom=2026-01-01&dateTo=2026-01-02&groupBy=name', ['groupBy: invalid_value']],
    ['?dateFrom=2026-01-01&dateTo=2026-01-02&kinds=income,x', ['kinds.1: invalid_value']],
    ['?dateFrom=2026-01-01&dateTo=2026-01-02&colour=red', ['colour: unknown_field']],
  ])('getCfdiReport reports the faults of the query "%s"', async (query, issues) => {
    expect(issuesOf(await get(query)).toSorted()).toEqual(issues);
  });
});

it('getCfdiReport answers 403 for an API key that may not read invoices', async () => {
  const other = await narrowed(api, ['sat:read']);
  expect(refusalOf(await get(year(invoice), other))).toBe('403 forbidden insufficient_scope');
});
