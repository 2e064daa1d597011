import { randomUUID } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseComprobante, parseDocument, verifyDocument } from '@timbre/cfdi';
import { Decimal } from '@timbre/fiscal';
import { hasSatSchemas, schemaFaults, type Shown } from '@timbre/testkit/client';
import { createProgress } from '../../scripts/runtime/progress.mjs';
import { prepare } from '../../scripts/setup.mjs';
import { until } from '../api/until';
import { fillInTaxInfo, openWindow, startBrowser } from '../browser/browser';
import { makeClone, type RunningClone } from './clone';

const clone = makeClone();
let once: RunningClone;
let staying: RunningClone;
let firstUrl: string;

beforeAll(async () => {
  await prepare(createProgress({ quiet: true }));
  once = clone.start({}, ['--demo', 'shop', '--once']);
  await once.ended;
  firstUrl = once.demo().baseUrl;
  staying = clone.start({}, ['--demo', 'shop']);
  await staying.says('Stays up until Ctrl-C.');
}, 480_000);

afterAll(async () => {
  staying.signal('SIGTERM');
  await staying.ended;
  clone.remove();
});

const send = async (method: string, path: string, body?: object): Promise<Shown> => {
  const { baseUrl, apiKey } = staying.demo();
  const headers = {
    authorization: `Bearer ${apiKey}`,
    // Minutes can pass between two requests, and the gateway closes an idle connection after 65 s.
    connection: 'close',
    ...(body && { 'content-type': 'application/json', 'idempotency-key': randomUUID() }),
  };
  const sent = { method, headers, ...(body && { body: JSON.stringify(body) }) };
  return (await fetch(`${baseUrl}${path}`, sent)).json() as Promise<Shown>;
};

const get = (path: string) => send('GET', path);

const filesOf = (morning: number, pattern: string) =>
  globSync(join(clone.files, `shop-${morning}`, pattern)).map((file) => ({
    name: basename(file),
    content: readFileSync(file),
  }));

/** Sums the totals of the CFDI in the matching files. */
const invoiced = (pattern: string) =>
  sum(
    [1, 2]
      .flatMap((morning) => filesOf(morning, pattern))
      .map(({ content }) => parseComprobante(content.toString()).document.total.toString()),
  );

const sum = (amounts: (string | number)[]) =>
  amounts.reduce((total, amount) => total.plus(Decimal.from(String(amount))), Decimal.from('0'));

const allReceipts = async () => {
  const receipts: Shown[] = [];
  for (let cursor = ''; ;) {
    const { data, pagination } = await get(`/v1/sales-receipts?limit=50${cursor}`);
    receipts.push(...(data as Shown[]));
    if (!pagination?.nextCursor) return receipts;
    cursor = `&cursor=${pagination.nextCursor}`;
  }
};

it('the demo shop uses the same API address when it is started again', () => {
  expect(staying.demo().baseUrl).toBe(firstUrl);
});

it('the demo shop exits with status 0 after one morning, and continues with a new morning', async () => {
  expect(await once.ended).toBe(0);
  expect(once.said()).toMatch(/receipts T-1 to T-20$/m);
  expect(staying.said()).toMatch(/receipts T-22 to T-41$/m);
});

it('the demo shop invoices each amount once, without the refunded amounts', async () => {
  const receipts = (await allReceipts()).filter(({ folio }) => folio.startsWith('T-'));
  const details = await Promise.all(
    receipts.map(({ documentRef }) => get(`/v1/sales-receipts/${documentRef}`)),
  );
  const net = sum(details.map(({ data }) => data.total.amount)).minus(
    sum(details.map(({ data }) => data.refundedTotal)),
  );
  expect(invoiced('{global-,invoice-,self-invoice}*.xml').toString()).toBe(net.toString());
});

it('the reports whose calls the demo shop prints include both mornings', async () => {
  const paths = [...staying.said().matchAll(/'[^']*(\/v1\/reports\/[^']+)'/g)].map(
    ([, path]) => path!,
  );
  const data = paths.filter((path) => !path.includes('format='));
  expect(data.map((path) => path.split('?')[0])).toEqual(
    ['sales', 'cfdi', 'expenses', 'collections'].map((name) => `/v1/reports/${name}`),
  );
  const receipts = await allReceipts();
  const details = await Promise.all(
    receipts.map(({ documentRef }) => get(`/v1/sales-receipts/${documentRef}`)),
  );
  const refunded = sum(details.map(({ data: receipt }) => receipt.refundedTotal));
  const net = sum(receipts.map(({ total }) => total.amount))
    .minus(refunded)
    .toNumber();
  const ask = async () => Promise.all(data.map(async (path) => (await get(path)).data));
  const invoicedNet = invoiced('{global-,invoice-,self-invoice}*.xml').toNumber();
  // The test waits, because each report receives the data of the mornings by separate events.
  const isCounted = ([sales, cfdi, expenses, collections]: Shown[]) =>
    sales?.totals.net === net &&
    cfdi?.totals.net === invoicedNet &&
    expenses?.totals.count === 2 &&
    collections?.totals.invoiced > 0;
  const [sales, cfdi, expenses, collections] = await until(60_000, ask, isCounted);
  expect(sales).toMatchObject({ totals: { receipts: receipts.length, net } });
  expect(cfdi!.totals.net).toBe(invoicedNet);
  expect(expenses!.totals.count).toBe(2);
  expect(collections!.totals.invoiced).toBeGreaterThan(0);
  const { baseUrl, apiKey } = staying.demo();
  for (const path of paths.filter((one) => one.includes('format='))) {
    const headers = { authorization: `Bearer ${apiKey}` };
    const bytes = Buffer.from(await (await fetch(`${baseUrl}${path}`, { headers })).arrayBuffer());
    expect(bytes.subarray(0, 2).toString()).toBe(path.endsWith('pdf') ? '%P' : 'PK');
  }
});

it.each([1, 2])('the demo shop stores a valid file of every document of morning %i', (morning) => {
  const xml = filesOf(morning, '*.xml');
  for (const { name, content } of xml) {
    expect([name, verifyDocument(parseDocument(content).root).findings]).toEqual([name, []]);
    if (hasSatSchemas) expect([name, schemaFaults('cfdi40-all', content)]).toEqual([name, '']);
  }
  const pdf = filesOf(morning, '*.pdf');
  expect(pdf.filter(({ name }) => name.startsWith('ticket-'))).toHaveLength(20);
  for (const { name, content } of pdf) {
    expect([name, content.subarray(0, 5).toString()]).toEqual([name, '%PDF-']);
  }
});

it('a buyer creates the invoice of a receipt in a browser', async () => {
  const place = { name: 'Mercado', postalCode: '42501', receiptSeries: 'M' };
  const { data: location } = await send('POST', '/v1/locations', place);
  const item = {
    kind: 'custom',
    description: 'Canasta',
    quantity: 1,
    unitPrice: 116,
    taxIncluded: true,
    taxability: 'standard',
    taxRate: 0.16,
    satProductCode: '24111503',
    satUnitCode: 'H87',
  };
  const { data: receipt } = await send('POST', '/v1/sales-receipts', {
    saleType: 'paid',
    paymentForm: '01',
    locationId: location.locationId,
    items: [item],
  });
  const path = `/v1/sales-receipts/${receipt.documentRef}`;
  const { data: link } = await send('POST', `${path}/self-invoice-links`, {});
  const browser = await startBrowser();
  let xml: string;
  try {
    const { page, errors } = await openWindow(browser);
    await page.goto(link.url);
    await fillInTaxInfo(page);
    await page.getByRole('button', { name: 'Facturar' }).click();
    await page.getByRole('heading', { name: 'Tu factura está lista' }).waitFor();
    expect(errors).toEqual([]);
    // The test requests the file again, because the connection of this process may have been idle
    // too long during the browser session.
    xml = await (await page.request.get(`${link.url}/xml`)).text();
  } finally {
    await browser.close();
  }
  const { document } = parseComprobante(xml);
  expect([document.receptor.rfc, document.total.toNumber()]).toEqual(['URE180429TM6', 116]);
});
