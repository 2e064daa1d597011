import { customItem, type Api } from '@timbre/testkit/client';
import { startDocumented } from '../documented';
import { issuesOf, refusalOf } from '../refused';
import { newReceipt, newTill, type Till } from './till';

let api: Api;
let till: Till;
beforeAll(async () => {
  api = await startDocumented();
  till = await newTill(api);
  const days = ['2026-10-01', '2026-10-03', '2026-10-02', '2026-10-02'];
  for (const [n, businessDate] of days.entries()) {
    const items = [{ ...customItem, description: `Artículo ${n + 1}` }];
    await newReceipt(api, till, { businessDate, items, customerName: n ? 'Ana' : 'José Núñez' });
  }
});

const list = (query: string) => api.request('GET', `/v1/sales-receipts?${query}`);
const folios = async (query = '') =>
  ((await list(query)).json.data as { folio: string }[]).map(({ folio }) => folio);

describe('200', () => {
  it('listSalesReceipts lists the latest business date first, and the last created receipt of a day first', async () => {
    expect(await folios()).toEqual(['2', '4', '3', '1']);
  });

  it('listSalesReceipts returns receipts in the specified form, with their lines', async () => {
    const { json } = await list('query=núñez');
    expect(json).toEqual({
      data: [
        {
          category: 'sales_receipt',
          folio: '1',
          status: 'open',
          saleType: 'paid',
          total: { amount: 233.16, currency: 'MXN' },
          invoiceRequested: false,
          documentRef: expect.stringMatching(/^sales_receipt:/),
          createdAt: expect.any(String),
          businessDate: '2026-10-01',
          customerName: 'José Núñez',
          locationName: 'Centro',
          paymentForm: '01',
          items: [
            {
              lineRef: expect.any(String),
              description: 'Artículo 1',
              quantity: 2,
              refundableQuantity: 2,
              unitPrice: 116.58,
              lineTotal: 233.16,
              refundableAmount: 233.16,
            },
          ],
        },
      ],
      pagination: { nextCursor: null, hasMore: false },
    });
  });

  it('listSalesReceipts paginates by cursor across several days', async () => {
    const first = await list('limit=2');
    expect(first.json.pagination.hasMore).toBe(true);
    const cursor = first.json.pagination.nextCursor as string;
    expect(await folios(`limit=2&cursor=${cursor}`)).toEqual(['3', '1']);
  });

  it.each([
    ['dateFrom=2026-10-02', ['2', '4', '3']],
    ['dateTo=2026-10-02', ['4', '3', '1']],
    ['dateFrom=2026-10-02&dateTo=2026-10-02', ['4', '3']],
    ['query=ANA&dateTo=2026-10-02', ['4', '3']],
    ['query=articulo%202', ['2']],
    ['query=Jose', ['1']],
    ['status=open&limit=1', ['2']],
    ['status=canceled', []],
  ])('listSalesReceipts filters the receipts by %s', async (query, expected) => {
    expect(await folios(query)).toEqual(expected);
  });

  it('listSalesReceipts finds a receipt by its folio, and omits the lines of a long receipt', async () => {
    const items = Array.from({ length: 60 }, () => customItem);
    const { folio, ...long } = await newReceipt(api, till, { items, businessDate: '2026-09-01' });
    expect(long.items).toHaveLength(60);
    const { json } = await list('dateTo=2026-09-30');
    expect(json.data).toMatchObject([{ folio }]);
    expect(json.data[0]).not.toHaveProperty('items');
    expect(await folios(`query=${folio as string}&dateTo=2026-09-30`)).toEqual([folio]);
  });
});

describe('400', () => {
  it.each([
    ['dateFrom=2026-10-02&dateTo=2026-10-01', ['dateTo: period_reversed']],
    ['dateFrom=2026-1-1', ['dateFrom: invalid_format']],
    ['limit=51', ['limit: too_big']],
    ['limit=0', ['limit: too_small']],
    ['query=', ['query: too_small']],
    ['cursor=x', ['cursor: cursor_invalid']],
    ['status=paid', ['status: invalid_value']],
    ['saleType=paid', ['saleType: unknown_field']],
  ])('listSalesReceipts refuses the query %s', async (query, issues) => {
    const answer = await list(query);
    expect([refusalOf(answer), issuesOf(answer)]).toEqual(['400 validation_error', issues]);
  });
});
