// Measures the goals P17 and P18 of facts/performance.md: a sale of five lines compared with a plain
// express + pg transaction of the same rows, and concurrent sales of one product by 32 tills.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import pg from 'pg';
import { compare, cpuPerRequest } from './measure.mjs';
import { analyze, startSystem, withStops } from './system.mjs';

const productsSold = 200;
const linesOfSale = 5;
const seconds = 4;
const tills = 32;

/** Runs the benches for the goals P17 and P18 of facts/performance.md. */
export const benchSales = () => withStops(measure);

/** @param {import('./system.mjs').Stops} stops */
async function measure(stops) {
  const system = await startSystem(stops);
  const shop = await openShop(system);
  const plain = await startPlainTill(system.postgresUrl, shop.productIds, stops);
  await analyze(system);
  await benchSale(system, shop, plain);
  await benchHotProduct(system, shop, plain);
}

/** @param {import('./system.mjs').System} system */
export const headersOf = ({ apiKey }) => ({
  authorization: `Bearer ${apiKey}`,
  'content-type': 'application/json',
});

/** Creates a resource and returns its data. */
export async function created(system, path, body) {
  const headers = { ...headersOf(system), 'idempotency-key': randomUUID() };
  const answer = await fetch(system.baseUrl + path, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()).data;
}

/** Creates a location and products with stock. */
export async function openShop(system) {
  const location = { name: 'Centro', postalCode: '42501', code: 'C' };
  const { locationId } = await created(system, '/v1/locations', location);
  const productIds = [];
  for (let n = 0; n < productsSold; n++) {
    const product = {
      description: `Producto de mostrador ${n}`,
      price: 116 + n,
      taxIncluded: true,
      satProductCode: '50201706',
      satUnitCode: 'H87',
    };
    const { productId } = await created(system, '/v1/products', product);
    const receive = { locationId, quantity: 1_000_000, reason: 'Compra' };
    await created(system, `/v1/products/${productId}/inventory-movements`, receive);
    productIds.push(productId);
  }
  return { locationId, productIds };
}

/** Returns a generator of sale requests. `productsOf` returns the products of the n-th sale. */
export function selling(locationId, productsOf) {
  let n = 0;
  return {
    method: 'POST',
    path: '/v1/sales-receipts',
    setupRequest: (request) => {
      const items = productsOf(n++).map((productId) => ({
        kind: 'product',
        productId,
        quantity: 2,
      }));
      const headers = { ...request.headers, 'idempotency-key': randomUUID() };
      const sale = { saleType: 'paid', paymentForm: '01', locationId, items };
      return { ...request, headers, body: JSON.stringify(sale) };
    },
  };
}

/** Returns the five products of the n-th sale; each sale has different products. */
export const five = (productIds) => (n) =>
  Array.from({ length: linesOfSale }, (_, line) => productIds[(n * 7 + line * 31) % productsSold]);

async function benchSale(system, { locationId, productIds }, plain) {
  const pids = ['gateway', 'commerce'].map(system.pidOf);
  const load = (on, headers) =>
    cpuPerRequest({
      ...on,
      seconds,
      requests: [{ ...selling(locationId, five(productIds)), headers }],
    });
  await compare({
    bench: 'P17 sale of five lines',
    must: 0.65,
    aim: 1,
    rounds: 3,
    ours: () => load({ pids, url: system.baseUrl }, headersOf(system)),
    theirs: () =>
      load({ pids: [plain.pid], url: plain.url }, { 'content-type': 'application/json' }),
  });
}

/**
 * Measures concurrent sales of one product. The bench fails if a sale is rejected or a deadlock occurs. The
 * number of sales per second depends on the machine.
 */
async function benchHotProduct(system, { locationId, productIds: [hot] }, plain) {
  const pids = ['gateway', 'commerce'].map(system.pidOf);
  const load = (on, headers) =>
    cpuPerRequest({
      ...on,
      seconds,
      connections: tills,
      requests: [{ ...selling(locationId, () => [hot]), headers }],
    });
  await compare({
    bench: `P18 sales of one hot product by ${tills} tills`,
    must: 0.9,
    aim: 1.2,
    rounds: 3,
    ours: () => load({ pids, url: system.baseUrl }, headersOf(system)),
    theirs: () =>
      load({ pids: [plain.pid], url: plain.url }, { 'content-type': 'application/json' }),
  });
  const deadlocks = await deadlocksOf(system);
  if (deadlocks > 0) throw new Error(`${deadlocks} deadlocks`);
}

async function withDatabase(system, work) {
  const database = new pg.Client(system.adminUrls.commerce);
  await database.connect();
  try {
    return await work(database);
  } finally {
    await database.end();
  }
}

const deadlocksOf = (system) =>
  withDatabase(system, async (database) => {
    const { rows } = await database.query(
      'select deadlocks::int from pg_stat_database where datname = current_database()',
    );
    return rows[0].deadlocks;
  });

export async function startPlainTill(adminUrl, productIds, stops) {
  const admin = new pg.Client(adminUrl);
  await admin.connect();
  await admin.query('create database plain_till');
  await admin.end();
  const url = new URL(adminUrl);
  url.pathname = '/plain_till';
  const database = new pg.Client(url.href);
  await database.connect();
  await database.query(`create table plain_products (id uuid, org_id uuid, description text, price numeric,
      primary key (org_id, id));
    create table plain_counters (org_id uuid primary key, last bigint);
    create table plain_receipts (id uuid, org_id uuid, folio text, status text, sale_type text,
      payment_form text, location_id uuid, total numeric, search_text text, created_at timestamptz,
      primary key (org_id, id));
    create unique index on plain_receipts (org_id, folio);
    create index on plain_receipts (org_id, status, created_at, id);
    create table plain_lines (id uuid, org_id uuid, receipt_id uuid, product_id uuid, description text,
      quantity numeric, unit_price numeric, line_total numeric, item jsonb, primary key (org_id, id));
    create index on plain_lines (org_id, receipt_id);
    create table plain_levels (org_id uuid, product_id uuid, stock numeric, primary key (org_id, product_id));
    create table plain_movements (id uuid, org_id uuid, product_id uuid, location_id uuid, quantity numeric,
      resulting_stock numeric, document_ref text, occurred_at timestamptz, primary key (org_id, id));
    create index on plain_movements (org_id, product_id, id);
    create table plain_keys (org_id uuid, key text, reply text, primary key (org_id, key));
    create table plain_outbox (id uuid primary key, org_id uuid, subject text, payload jsonb,
      created_at timestamptz default now())`);
  const organization = '00000000-0000-7000-8000-000000000001';
  await database.query('insert into plain_counters values ($1, 0)', [organization]);
  await database.query(
    `insert into plain_products select id, $1, 'Producto de mostrador ' || n, 116 + n
     from unnest($2::uuid[]) with ordinality p (id, n)`,
    [organization, productIds],
  );
  await database.query(
    'insert into plain_levels select $1, id, 1000000 from unnest($2::uuid[]) p (id)',
    [organization, productIds],
  );
  await database.query('analyze');
  await database.end();
  return startPlainService('plain-till.mjs', url.href, stops);
}

/**
 * Starts a baseline service in a separate process.
 * @param {string} file the name of a file in this folder
 */
export async function startPlainService(file, databaseUrl, stops, args = []) {
  const path = new URL(file, import.meta.url).pathname;
  const child = spawn(process.execPath, [path, databaseUrl, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  stops.push(async () => void child.kill());
  const [port] = await once(child.stdout, 'data');
  return { pid: child.pid, url: `http://127.0.0.1:${Number(port)}` };
}
