// Measures goal P16 of facts/performance.md: lists and searches of one organization with 100,000 and 500,000
// CFDI, receipts, products and contacts.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { customer } from '../../scripts/runtime/demo-data.mjs';
import { runDemo } from '../../scripts/runtime/demo.mjs';
import { inDatabase } from './listed.mjs';
import { report } from './measure.mjs';
import { created, headersOf } from './sales.mjs';
import { analyze, startSystem, withStops } from './system.mjs';

const sizes = [100_000, 500_000];
const pageP95MsMust = 20;
const searchP95MsMust = 40;
const receiptsOfDay = 274;

/** P16 of facts/performance.md. */
export const benchLists = () => withStops(measure);

/** @param {import('./system.mjs').Stops} stops */
async function measure(stops) {
  const system = await startSystem(stops);
  await runDemo({ ...system, ...system.access }, join(system.dir, 'demo'));
  await created(system, '/v1/contacts', { kind: 'customer', legalName: 'Ana Ruiz' });
  const none = await fetch(`${system.baseUrl}/v1/products?query=${randomUUID()}`, {
    headers: headersOf(system),
  });
  if (!none.ok) throw new Error(`products: ${none.status}`);
  let rows = 0;
  for (const size of sizes) {
    await addRows(system, rows + 1, size);
    rows = size;
    await analyze(system);
    await benchCfdi(system, rows);
    await benchSearches(system, rows);
    await benchPages(system, rows);
  }
}

/** SQL that computes the identifier of the n-th row, in the order of creation. */
const idOf = `('01800000-' || left(lpad(to_hex(n), 12, '0'), 4) || '-7000-8000-0000'
  || right(lpad(to_hex(n), 12, '0'), 8))::uuid`;

/**
 * SQL that computes the kind of the n-th CFDI. The newest CFDI are valid issued invoices; the oldest 3,000
 * CFDI are of all kinds.
 */
const sortOf = `case when n > 3000 then 'income' else (array['income', 'credit_note', 'transfer', 'payroll',
    'payment_complement'])[1 + n % 5] end as kind,
  case when n > 3000 then 'I' else (array['I', 'E', 'T', 'N', 'P'])[1 + n % 5] end as cfdi_type,
  case when n > 3000 or n / 5 % 2 = 0 then 'issued' else 'received' end as direction,
  case when n > 3000 then 'valid' else (array['draft', 'valid', 'canceled'])[1 + n / 10 % 3] end as status,
  case when n > 3000 or n / 10 % 3 > 0 then 'stamped' else 'draft' end as stage`;

/**
 * Adds the rows of one organization. Each text contains a unique word and a word that a hundred rows share.
 * @param {import('./system.mjs').System} system
 * @param {number} from
 * @param {number} to
 */
async function addRows(system, from, to) {
  const values = [system.organizationId, from, to];
  const numbers = 'generate_series($2::int, $3::int) n';
  const words = `' cliente ' || n % 5000 || ' café molido ' || md5(n::text)`;
  await inDatabase(system.adminUrls.commerce, async (database) => {
    await database.query(
      `insert into sales_receipts (id, org_id, version, status, sale_type, folio, business_date, total,
         taxes, payments, invoice_requested, fields, is_brief, search_text, created_at, updated_at)
       select ${idOf}, $1::uuid, 1, case when n % 100 = 0 then 'canceled' else 'open' end, 'paid', 'X-' || n,
         date '2016-01-01' + n / ${receiptsOfDay}, 100, '[]', '[]', false, '[]', true,
         'x-' || n || ${unaccented(words)}, now(), now()
       from ${numbers}`,
      values,
    );
    await database.query(
      `insert into sales_receipt_lines (id, org_id, receipt_id, position, description, quantity,
         unit_price, line_total, item)
       select ${idOf}, $1::uuid, ${idOf}, 0, 'Producto', 1, 100, 100, '{}' from ${numbers}`,
      values,
    );
    await database.query(
      `insert into products (id, org_id, version, active, description, price, search_text, created_at,
         updated_at)
       select ${idOf}, $1::uuid, 1, true, 'Producto ' || n, 100, 'x-' || n || ${unaccented(words)}, now(), now()
       from ${numbers}`,
      values,
    );
    await copied(
      database,
      'contacts',
      `${idOf} as id, null as code, 'x-' || n || ${unaccented(words)} as search_text`,
      values,
    );
  });
  await inDatabase(system.adminUrls['fiscal-cfdi'], (database) =>
    copied(
      database,
      'cfdi',
      `${idOf} as id, null as stamped_xml, null as sealed_xml,
       ${sortOf}, md5('uuid' || n)::uuid as uuid, null as series_id,
       null as series, null as folio, null as sello_hash, null as origin, null as origin_key,
       'x-' || n || ${unaccented(words)} as counterparty_text`,
      values,
    ),
  );
}

/** @param {string} words SQL */
const unaccented = (words) => words.replace('é', 'e');

/**
 * Copies the first row of a table and changes the values of some columns.
 * @param {import('pg').Client} database
 * @param {string} table
 * @param {string} changed a select list with the changed columns
 * @param {unknown[]} values
 */
async function copied(database, table, changed, values) {
  const { rows } = await database.query(
    `select string_agg(quote_ident(attname), ', ') as columns from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and attgenerated = '' and not attisdropped`,
    [table],
  );
  const { columns } = rows[0];
  await database.query(
    `insert into ${table} (${columns})
     select ${columns.replace(/[^, ]+/g, 'r.$&')} from generate_series($2::int, $3::int) n
     cross join (select * from ${table} where org_id = $1::uuid order by id desc limit 1) one
     cross join lateral (select ${changed}) new
     cross join lateral jsonb_populate_record(null::${table}, to_jsonb(one) || to_jsonb(new)) r`,
    values,
  );
}

const kinds = ['income', 'credit_note', 'transfer', 'payroll', 'payment_complement'];

/**
 * Measures the CFDI list with every combination of kind, direction and status.
 * @param {import('./system.mjs').System} system
 * @param {number} rows
 */
async function benchCfdi(system, rows) {
  /** @type {string[]} */
  const paths = [];
  for (const kind of ['', ...kinds])
    for (const direction of ['', 'issued', 'received'])
      for (const status of ['', 'draft', 'valid', 'canceled']) {
        const filters = Object.entries({ kind, direction, status }).filter(([, value]) => value);
        paths.push(`/v1/cfdi?${new URLSearchParams([['limit', '50'], ...filters])}`);
      }
  const at = `${rows} CFDI`;
  const paged = (/** @type {number} */ n) => `${paths[n % paths.length]}`;
  await reportPages(system, `P16 ${at} by kind, direction and status`, pageP95MsMust, paged);
  const { data } = await (
    await fetch(`${system.baseUrl}/v1/cfdi?limit=1`, { headers: headersOf(system) })
  ).json();
  const { issuedLocalDateTime: issued, counterpartyName: name } = data[0];
  const day = issued.slice(0, 10);
  /** @type {Record<string, Record<string, string>>} */
  const filters = {
    'not archived': { archived: 'false' },
    'of a counterparty by RFC': { counterparty: customer.rfc },
    'of a counterparty by name': { counterparty: name },
    'of a day': { dateFrom: day, dateTo: day },
    'of a day, issued and valid': {
      dateFrom: day,
      dateTo: day,
      direction: 'issued',
      status: 'valid',
    },
  };
  for (const [of, filter] of Object.entries(filters)) {
    const path = `/v1/cfdi?${new URLSearchParams({ limit: '50', ...filter })}`;
    await reportPages(system, `P16 ${at}, ${of}`, pageP95MsMust, () => path);
  }
}

/**
 * @param {import('./system.mjs').System} system
 * @param {number} rows
 */
async function benchSearches(system, rows) {
  const lists = ['cfdi', 'sales-receipts', 'products', 'contacts'];
  /** @type {Record<string, (n: number) => string>} */
  const searches = {
    'one word': (n) => `x-${rows - n * Math.floor(rows / 150)}`,
    'two words': (n) => `MOLIDO X-${rows - n * Math.floor(rows / 150)}`,
    'words of all': () => 'molido Café',
    'two letters of one in 256': (n) => `${'abcdef'[n % 6]}${'fedcba'[(n * 5) % 6]}`,
    'words of one in 5,000': (n) => `cliente ${4_000 + n} café`,
  };
  for (const list of lists)
    for (const [name, of] of Object.entries(searches))
      await reportPages(
        system,
        `P16 search of ${rows} ${list}, ${name}`,
        searchP95MsMust,
        (n) => `/v1/${list}?query=${encodeURIComponent(of(n))}`,
      );
}

/**
 * @param {import('./system.mjs').System} system
 * @param {number} rows
 */
async function benchPages(system, rows) {
  const last = Math.floor(rows / receiptsOfDay);
  const day = (/** @type {number} */ n) =>
    new Date(Date.UTC(2016, 0, 1 + n)).toISOString().slice(0, 10);
  await reportPages(system, `P16 page of ${rows} receipts, at any depth`, pageP95MsMust, (n) => {
    const to = day(Math.floor((last * (n % 100)) / 100) + 1);
    return `/v1/sales-receipts?limit=50&dateTo=${to}${n % 3 ? '' : '&status=canceled'}`;
  });
  await reportPages(
    system,
    `P16 search of ${rows} receipts within a month`,
    searchP95MsMust,
    (n) => {
      const row = rows - n * Math.floor(rows / 150);
      const on = Math.floor(row / receiptsOfDay);
      const days = `dateFrom=${day(on - 15)}&dateTo=${day(on + 15)}`;
      return `/v1/sales-receipts?query=x-${row}&${days}`;
    },
  );
  const products = () => '/v1/products?limit=50';
  await reportPages(system, `P16 page of ${rows} products`, pageP95MsMust, products);
}

/**
 * The number of requests for one measurement; each combination of filters in the CFDI list is requested
 * twice.
 */
const asked = 144;

/**
 * Reports the 95th percentile of the response times of requests that are sent one after the other.
 * @param {import('./system.mjs').System} system
 * @param {string} bench
 * @param {number} mustMs
 * @param {(n: number) => string} pathOf
 */
export async function reportPages(system, bench, mustMs, pathOf) {
  const headers = headersOf(system);
  /** @type {number[]} */
  const times = [];
  for (let n = 0; n < asked; n++) {
    const startedMs = performance.now();
    const answer = await fetch(system.baseUrl + pathOf(n), { headers });
    const { data } = await answer.json();
    // A search that takes too long is rejected with 503, and its time is included in the result.
    if (answer.status !== 503 && !data?.length) throw new Error(`${pathOf(n)}: no page`);
    times.push(performance.now() - startedMs);
  }
  times.sort((a, b) => a - b);
  const p95Ms = times[Math.floor(asked * 0.95)];
  const middleMs = times[Math.floor(asked / 2)];
  report({ bench, ratio: mustMs / p95Ms, must: 1, aim: 2, p95Ms, middleMs });
}
