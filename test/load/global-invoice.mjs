// Measures the draft of a global invoice of 5,000 receipts through the gateway against its time
// limit.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import pg from 'pg';
import { runDemo } from '../../scripts/runtime/demo.mjs';
import { median, report } from './measure.mjs';
import { created } from './sales.mjs';
import { analyze, startSystem, withStops } from './system.mjs';

const receiptCount = 5_000;
const draftMsMust = 5_000;
const draftMsAim = 2_500;
const rounds = 3;

/**
 * Measures the draft of a global invoice. Each round uses a separate location with the receipts of
 * one day.
 */
export const benchGlobalInvoice = () => withStops(measure);

/** @param {import('./system.mjs').Stops} stops */
async function measure(stops) {
  const system = await startSystem(stops);
  await runDemo({ baseUrl: system.baseUrl, ...system.access }, join(system.dir, 'demo'));
  const days = [];
  for (let round = 0; round <= rounds; round++) days.push(await sell(system, round));
  await analyze(system);
  const times = [];
  for (const { period, locationId } of days) {
    const startedMs = performance.now();
    const asked = { periodicity: '01', period, locationId };
    const { documents } = await created(system, '/v1/sales-receipts/global-invoices', asked);
    times.push(performance.now() - startedMs);
    const drafted = documents.reduce((sum, { receiptCount: count }) => sum + count, 0);
    if (drafted !== receiptCount) throw new Error(`${drafted} receipts are drafted`);
  }
  // The first request is not counted, because it opens connections and fills caches.
  const draftMs = median(times.slice(1));
  report({
    bench: 'draft of a global invoice of 5,000 receipts',
    ratio: draftMsMust / draftMs,
    must: 1,
    aim: draftMsMust / draftMsAim,
    draftMs,
    firstMs: times[0],
  });
}

/**
 * Creates one sale over the API, and copies the sale in the database until there are 5,000 sales of
 * the day.
 */
async function sell(system, round) {
  const place = { name: `Sucursal ${round}`, postalCode: '42501', code: `S${round}` };
  const { locationId } = await created(system, '/v1/locations', place);
  const item = {
    kind: 'custom',
    description: 'Silla',
    satProductCode: '56101504',
    satUnitCode: 'H87',
    quantity: 1,
    unitPrice: 116.37,
    taxIncluded: true,
  };
  const items = [item, { ...item, unitPrice: 20, taxability: 'zero', taxRate: 0 }];
  const sale = { saleType: 'paid', paymentForm: '01', locationId, items };
  const { documentRef, businessDate } = await created(system, '/v1/sales-receipts', sale);
  const values = [documentRef.slice('sales_receipt:'.length), randomUUID()];
  const copies = `generate_series(2, ${receiptCount}) n`;
  const database = new pg.Client(system.adminUrls.commerce);
  await database.connect();
  await database.query(
    `insert into sales_receipts select (jsonb_populate_record(r, jsonb_build_object(
       'id', md5($2 || n)::uuid, 'folio', 'T${round}-' || n))).*
     from sales_receipts r, ${copies} where r.id = $1`,
    values,
  );
  await database.query(
    `insert into sales_receipt_lines select (jsonb_populate_record(l, jsonb_build_object(
       'id', gen_random_uuid(), 'receipt_id', md5($2 || n)::uuid))).*
     from sales_receipt_lines l, ${copies} where l.receipt_id = $1`,
    values,
  );
  await database.end();
  return { period: businessDate, locationId };
}
