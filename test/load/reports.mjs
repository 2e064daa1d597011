// Measures goal P15 of facts/performance.md: the report of a year over a million CFDI, 300,000 of which
// belong to the requesting organization. It also measures the memory for a report file with 300,000 rows,
// and the rate at which the service reports consumes CFDI events. TIMBRE_BENCH_DOCUMENTS sets a smaller
// number of documents: 50,000 documents take a minute.
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { runDemo } from '../../scripts/runtime/demo.mjs';
import { megabytesOf, report } from './measure.mjs';
import { connected } from './payroll-roster.mjs';
import { headersOf } from './sales.mjs';
import { analyze, pause, startSystem, withStops } from './system.mjs';

const documents = Number(process.env['TIMBRE_BENCH_DOCUMENTS'] ?? 1_000_000);
/**
 * The number of documents of the requesting organization. Each document has a different customer or day,
 * so each document is a row of the file.
 */
const own = Math.floor(documents * 0.3);
const customers = 2_000;
const taken = Math.min(20_000, documents / 10);
const asked = 200;
/**
 * The number of warm-up requests before the measurement. The warm-up compiles the code and plans the
 * statements.
 */
const warming = 80;
const p95MsMust = 10;
const takenPerSecondMust = 2_000;
const megabytesMust = 60;
const year = 'dateFrom=2025-01-01&dateTo=2025-12-31';

/**
 * Runs the benches for goal P15 of facts/performance.md: reports over a year, their files, and the
 * consumption of events.
 */
export const benchReports = () => withStops(measure);

/** @param {import('./system.mjs').Stops} stops */
async function measure(stops) {
  const system = await startSystem(stops);
  const database = await connected(system, 'reports', stops);
  await fill(database, system.organizationId, own);
  await fill(database, randomUUID(), documents - own);
  await folded(database);
  await analyze(system);
  await benchYear(system);
  await benchFile(system, 'csv');
  await benchFile(system, 'xlsx');
  await benchIntake(system, stops, database);
}

/** Inserts facts in the form in which the service stores events. The service then sums up the facts. */
async function fill(database, organizationId, count) {
  const columns = `day, direction, kind, counterparty, payment_method, payment_form, cfdi_use, currency,
    product_code, tax_rate, count, subtotal, discount, iva_transferred, ieps_transferred, iva_withheld,
    isr_withheld, total, canceled_count, canceled_total`;
  const values = [organizationId, count, customers];
  await database.query(
    `insert into organizations (org_id, checked_at) values ($1, now())
     on conflict (org_id) do update set checked_at = now()`,
    [organizationId],
  );
  await database.query(
    `with facts as (
       insert into cfdi_facts (org_id, ref, ${columns})
       select $1::uuid, 'cfdi:' || n, '2025-01-01'::date + (n / $3 * 2 + n % $3) % 365, 'issued', 'income',
         'C' || lpad((n % $3)::text, 11, '0'), (array['PUE', 'PPD'])[1 + n % 2],
         (array['01', '03', '04', '28', '99'])[1 + n % 5], (array['G01', 'G03', 'S01'])[1 + n % 3],
         'MXN', '43' || lpad((n % 300)::text, 6, '0'), '0.16', 1, 1000, 0, 160, 0, 0, 0, 1160, 0, 0
       from generate_series(0, $2::int - 1) n returning *)
     insert into cfdi_deltas (org_id, ${columns}) select org_id, ${columns} from facts`,
    values,
  );
  await database.query(
    `insert into cfdi_documents (org_id, ref, version, told_at)
     select $1::uuid, 'cfdi:' || n, 3, now() from generate_series(0, $2::int - 1) n`,
    values.slice(0, 2),
  );
  await database.query(
    `insert into names (org_id, kind, key, name, told)
     select $1::uuid, 'counterparty', 'C' || lpad(n::text, 11, '0'), 'Cliente número ' || n, '1'
     from generate_series(0, $2::int - 1) n`,
    [organizationId, values[2]],
  );
}

/** Waits until the service has summed up all facts. */
async function folded(database) {
  for (;;) {
    const { rows } = await database.query('select 1 from cfdi_deltas limit 1');
    if (rows.length === 0) return;
    await wait(500);
  }
}

/** Measures requests of the report of a year with four groupings, one request after the other. */
async function benchYear(system) {
  const headers = headersOf(system);
  const times = [];
  const groupings = ['', '&groupBy=counterparty', '&groupBy=product_code', '&groupBy=payment_form'];
  for (let n = -warming; n < asked; n++) {
    const grouping = groupings[(n + warming) % groupings.length];
    const startedMs = performance.now();
    const answer = await fetch(`${system.baseUrl}/v1/reports/cfdi?${year}${grouping}`, { headers });
    const { data } = await answer.json();
    if (data?.totals.count < own) throw new Error(`${grouping}: ${JSON.stringify(data?.totals)}`);
    if (n >= 0) times.push({ grouping, ms: performance.now() - startedMs });
  }
  for (const grouping of groupings) {
    const ofIt = times.filter((one) => one.grouping === grouping).map(({ ms }) => ms);
    const sorted = ofIt.toSorted((a, b) => a - b);
    const [medianMs, p95Ms] = [0.5, 0.95].map((part) => sorted[Math.floor(ofIt.length * part)]);
    const name = grouping === '' ? '' : ` with ${grouping.slice(1)}`;
    report({
      bench: `P15 year of ${own} of ${documents} CFDI${name}, ${p95MsMust} ms against its p95`,
      ratio: p95MsMust / p95Ms,
      must: 1,
      aim: 2,
      p95Ms,
      medianMs,
    });
  }
}

/**
 * Measures the memory growth of the larger process while it writes the file of all customers by day.
 * @param {'csv' | 'xlsx'} format
 */
async function benchFile(system, format) {
  const pids = ['gateway', 'reports'].map(system.pidOf);
  // Writing 5 to clear_refs resets the kernel's record of the peak memory.
  for (const pid of pids) writeFileSync(`/proc/${pid}/clear_refs`, '5');
  const before = pids.map((pid) => megabytesOf(pid, 'VmRSS'));
  const startedMs = performance.now();
  const query = `${year}&interval=day&groupBy=counterparty&format=${format}`;
  const answer = await fetch(`${system.baseUrl}/v1/reports/cfdi?${query}`, {
    headers: headersOf(system),
  });
  let bytes = 0;
  let lines = 0;
  for await (const part of answer.body) {
    bytes += part.length;
    for (const byte of part) if (byte === 10) lines += 1;
  }
  if (format === 'csv' && lines < own) throw new Error(`${lines} lines`);
  const seconds = (performance.now() - startedMs) / 1_000;
  const growth = pids.map((pid, at) => megabytesOf(pid, 'VmHWM') - before[at]);
  report({
    bench: `P15 ${format} of ${own} rows, ${megabytesMust} MB against the growth of the larger process`,
    ratio: megabytesMust / Math.max(...growth),
    must: 1,
    gatewayMb: growth[0],
    reportsMb: growth[1],
    seconds,
    megabytes: bytes / 2 ** 20,
  });
}

/**
 * The services, besides reports, that consume CFDI events. The bench suspends these services during the
 * measurement.
 */
const others = ['accounts', 'commerce', 'payroll', 'sat-sync', 'webhooks'];

/**
 * Measures how fast reports counts all events that are pending in NATS. Each event belongs to a stamped
 * CFDI with a unique identifier.
 */
async function benchIntake(system, stops, database) {
  const fiscal = await connected(system, 'fiscal_cfdi', stops);
  const { baseUrl, access, dir } = system;
  const { cfdi } = await runDemo({ baseUrl, ...access }, join(dir, 'demo'));
  const { rows } = await fiscal.query(
    `select * from outbox where subject = 'fiscal_cfdi.cfdi.stamped' and aggregate_id = $1`,
    [cfdi.documentRef.slice('cfdi:'.length)],
  );
  const [event] = rows;
  const known = await counted(database, 1);
  const resumeOthers = pause(stops, others.map(system.pidOf));
  const resumeReports = pause(stops, [system.pidOf('reports')]);
  await fiscal.query(
    `insert into outbox (id, org_id, subject, aggregate, aggregate_id, aggregate_version, payload)
     select x.event, $2, $3, $4, x.id, $5,
       decode(replace(encode($6::bytea, 'hex'), encode($7::bytea, 'hex'), encode(x.id::bytea, 'hex')), 'hex')
     from (select gen_random_uuid() as event, gen_random_uuid()::text as id
       from generate_series(1, $1)) x`,
    [
      taken,
      event.org_id,
      event.subject,
      event.aggregate,
      event.aggregate_version,
      event.payload,
      Buffer.from(event.aggregate_id),
    ],
  );
  for (;;) {
    const left = await fiscal.query('select 1 from outbox where published_at is null limit 1');
    if (left.rows.length === 0) break;
    await wait(100);
  }
  resumeReports();
  const startedMs = performance.now();
  await counted(database, known + taken);
  const perSecond = (taken * 1_000) / (performance.now() - startedMs);
  resumeOthers();
  report({
    bench: `P15 ${taken} waiting CFDI, taken in each second against ${takenPerSecondMust}`,
    ratio: perSecond / takenPerSecondMust,
    must: 1,
    perSecond,
  });
}

/**
 * Waits until reports has counted at least this number of CFDI events. The inbox rows of events are
 * committed together with the counts.
 */
async function counted(database, least) {
  for (;;) {
    const { rows } = await database.query(
      `select count(*)::int as count from inbox where consumer = 'reports-cfdi'`,
    );
    if (rows[0].count >= least) return rows[0].count;
    await wait(50);
  }
}
