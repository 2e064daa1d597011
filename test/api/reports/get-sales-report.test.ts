import { created, dataOf, type Api, type Shown } from '@timbre/testkit/client';
import { narrowed } from '../accounts/books';
import { startDocumented } from '../documented';
import { issuesOf, refusalOf } from '../refused';
import { newReceipt, newTill, type Till } from '../sales-receipts/till';
import { until } from '../until';

let api: Api;
let till: Till;
let receipt: Shown;
beforeAll(async () => {
  api = await startDocumented();
  till = await newTill(api);
  receipt = await newReceipt(api, till);
  await newReceipt(api, till);
  const body = { method: 'cash_back' };
  await dataOf(
    api.request('POST', `/v1/sales-receipts/${String(receipt.documentRef)}/refunds`, { body }),
  );
});

const get = (query: string, by = api) => by.request('GET', `/v1/reports/sales${query}`);
const today = () =>
  `?dateFrom=${String(receipt.businessDate)}&dateTo=${String(receipt.businessDate)}`;

describe('200', () => {
  it('getSalesReport totals sales less refunds', async () => {
    const report = await until(
      60_000,
      () => dataOf(get(`${today()}&groupBy=product&compareTo=previous_year`)),
      ({ totals }) =>
        (totals as { receipts: number; refunds: number }).refunds > 0 &&
        (totals as { receipts: number }).receipts === 2,
    );
    const sold = { receipts: 2, units: 1, gross: 2320, discount: 0, refunds: 1160, net: 1160 };
    expect(report).toMatchObject({
      currency: 'MXN',
      interval: 'month',
      asOf: expect.stringMatching(/Z$/),
      totals: { ...sold, tax: 160, averageTicket: 580, invoicedShare: 0 },
      series: [{ periodStart: receipt.businessDate, ...sold }],
      groups: [{ key: till.productId, isOther: false, ...sold, share: 1 }],
      comparison: { totals: { receipts: 0, averageTicket: null, invoicedShare: null } },
    });
    const places = await dataOf(get(`${today()}&groupBy=location&locationId=${till.locationId}`));
    expect(places).toMatchObject({ groups: [{ key: till.locationId, name: 'Centro', net: 1160 }] });
    expect(await dataOf(get(`${today()}&saleType=credit&status=invoiced`))).toMatchObject({
      totals: { receipts: 0 },
      groups: [],
      comparison: null,
    });
  });
});

it('getSalesReport returns the cost of goods whose cost is recorded, and the resulting margin', async () => {
  const shop = await startDocumented();
  const place = await newTill(shop);
  const { productId, locationId } = place;
  const bought = { locationId, quantity: 5, unitCost: 600, reason: 'Compra' };
  await created(shop, `/v1/products/${productId}/inventory-movements`, bought);
  await newReceipt(shop, place);
  const report = await until(
    60_000,
    () => dataOf(get(today(), shop)),
    ({ totals }) => (totals as { receipts: number }).receipts === 1,
  );
  expect(report).toMatchObject({ totals: { net: 1160, tax: 160, cost: 600, margin: 400 } });
});

describe('sales by seller', () => {
  it('the sales report by seller attributes refunds, and sales made with a new API key, to the same seller, and adds up to the total', async () => {
    const shop = await startDocumented();
    const place = await newTill(shop);
    const key = async (name: string, from?: unknown) => {
      const permissions = ['receipts:read', 'receipts:manage'];
      const made = from
        ? await dataOf(shop.request('POST', `/v1/credentials/${String(from)}/rotate`))
        : await created(shop, '/v1/credentials', { name, permissions });
      return { ...made, by: shop.withApiKey(made.apiKey as string) } as Shown & { by: Api };
    };
    const [one, two] = [await key('Caja 1'), await key('Caja 2')];
    const sold = await newReceipt(one.by, place);
    await newReceipt((await key('Caja 1', one.credentialId)).by, place);
    for (let n = 0; n < 3; n += 1) await newReceipt(two.by, place);
    const first = `credential:${String(one.credentialId)}`;
    expect(sold).toMatchObject({ seller: first });
    // A different API key makes the refund, but the refund lowers the sales of the original seller.
    const path = `/v1/sales-receipts/${String(sold.documentRef)}/refunds`;
    await dataOf(two.by.request('POST', path, { body: { method: 'cash_back' } }));
    const ask = (query: string, by = shop) => dataOf(get(`${today()}&groupBy=seller${query}`, by));
    const report = await until(
      60_000,
      () => ask(''),
      ({ totals }) => totals.receipts === 5 && totals.refunds > 0,
    );
    const second = `credential:${String(two.credentialId)}`;
    expect(report).toMatchObject({
      totals: { receipts: 5, refunds: 1160, net: 4640, tax: 640 },
      groups: [
        { key: second, name: 'Caja 2', receipts: 3, refunds: 0, net: 3480, tax: 480 },
        { key: first, name: 'Caja 1', receipts: 2, refunds: 1160, net: 1160, tax: 160 },
      ],
    });
    const some = await ask(`&limit=1&locationId=${place.locationId}`, two.by);
    expect(some).toMatchObject({
      groups: [{ name: 'Caja 2', net: 3480 }, { name: 'Otros', isOther: true, net: 1160 }],
    }); // prettier-ignore
    const { bytes } = await get(`${today()}&groupBy=seller&interval=year&format=csv`, shop);
    const rows = new TextDecoder().decode(bytes).trim().split('\r\n');
    expect(rows.map((row) => row.split(',').slice(2, 5).join())).toEqual(
      ['Clave,Vendedor,Recibos de venta', `${first},Caja 1,2`, `${second},Caja 2,3`].toSorted(),
    );
  });
});

describe('files', () => {
  it.each([
    ['csv', 'text/csv; charset=utf-8', 'Desde,Hasta,Clave,Producto,'],
    ['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'PK'],
  ])('getSalesReport answers 200 with a file in the format %s', async (format, type, start) => {
    const { status, headers, bytes } = await get(`${today()}&groupBy=product&format=${format}`);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe(type);
    const day = String(receipt.businessDate);
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename="ventas-por-producto-${day}-a-${day}.${format}"`,
    );
    // The decoder removes the byte order mark from the text.
    expect(new TextDecoder().decode(bytes).slice(0, start.length)).toBe(start);
  });
});

it('getSalesReport answers 409 for a PDF if no fiscal profile states the name of the organization', async () => {
  expect(refusalOf(await get(`${today()}&format=pdf`))).toBe('409 conflict fiscal_profile_missing');
});

describe('400', () => {
  it.each([
    ['', ['dateFrom: required', 'dateTo: required']],
    ['?dateFrom=2026-01-01&dateTo=2026-01-02&locationId=x', ['locationId: invalid_format']],
    ['?dateFrom=2026-01-01&dateTo=2026-01-02&saleType=x', ['saleType: invalid_value']],
    ['?dateFrom=2026-01-01&dateTo=2026-01-02&format=ods', ['format: invalid_value']],
    ['?dateFrom=2026-01-01&dateTo=2026-01-02&groupBy=cashier', ['groupBy: invalid_value']],
  ])('getSalesReport reports the faults of the query "%s"', async (query, issues) => {
    expect(issuesOf(await get(query)).toSorted()).toEqual(issues);
  });
});

it('getSalesReport answers 403 for an API key that may not read receipts', async () => {
  const other = await narrowed(api, ['invoices:read']);
  expect(refusalOf(await get(today(), other))).toBe('403 forbidden insufficient_scope');
});
