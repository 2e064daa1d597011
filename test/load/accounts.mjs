// Measures goal P19 of facts/performance.md: payments of 1,000 documents by 32 writers, compared with a plain
// express + pg transaction of the same rows. It also measures payments of one document, and the aging report
// and the calendar of 100,000 open installments.
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { reportPages } from './lists.mjs';
import { compare, cpuPerRequest, flood, report } from './measure.mjs';
import { headersOf, startPlainService } from './sales.mjs';
import { analyze, startSystem, withStops } from './system.mjs';

const documents = 1_000;
const customers = 100;
const writers = 32;
const seconds = 4;
/**
 * The number of calls before the measurement (warm-up). The JavaScript engine does not optimize code that has
 * run fewer times.
 */
const warmUps = 2_000;
/**
 * The number of concurrent writers of one document. The number is equal to the number of database connections
 * of a service, because more writers would only wait.
 */
const hotWriters = 8;
const hotPerSecondMust = 500;
const installments = 100_000;
const agedCustomers = 1_000;
const agingP95MsMust = 50;
const calendarP95MsMust = 10;

/**
 * Runs the benches for goal P19 of facts/performance.md: postings, payments of one document, and
 * installments.
 */
export const benchAccounts = () => withStops(measure);

/** @param {import('./system.mjs').Stops} stops */
async function measure(stops) {
  const system = await startSystem(stops);
  const owed = await owe(system);
  const plain = await startPlainLedger(system.postgresUrl, owed, stops);
  await analyze(system);
  await benchPostings(system, owed, plain);
  await benchHotDocument(system, owed);
  await benchInstallments(system);
}

async function inDatabase(url, work) {
  const database = new pg.Client(url);
  await database.connect();
  try {
    return await work(database);
  } finally {
    await database.end();
  }
}

/** Adds invoices of a million pesos, stored in the same way as accounts stores stamped invoices. */
export async function owe(system) {
  const owed = Array.from({ length: documents }, (_, n) => ({
    id: randomUUID(),
    customerId: `01890000-0000-7000-8000-${String(n % customers).padStart(12, '0')}`,
  }));
  const values = [
    system.organizationId,
    owed.map(({ id }) => id),
    owed.map(({ customerId }) => customerId),
  ];
  await inDatabase(system.adminUrls.accounts, async (database) => {
    const given = 'unnest($2::uuid[], $3::text[]) x (id, contact)';
    await database.query(
      `insert into documents (org_id, ref, version, role, side, is_valid, family, contact, rfc, currency,
         total, is_deferred, occurred_on, uuid, fiscal, remaining, standing_version)
       select $1, 'cfdi:' || x.id, 3, 'invoice', 'receivable', true, 'issued:' || x.id, x.contact,
         'URE180429TM6', 'MXN', 1000000, true, '2026-01-10', x.id, 1000000, 1000000, 1 from ${given}`,
      values,
    );
    await database.query(
      `insert into transactions (org_id, id, kind, side, contact, document_ref, family, currency, amount,
         occurred_on, source, recorded_at)
       select $1, x.id, 'invoice', 'receivable', x.contact, 'cfdi:' || x.id, 'issued:' || x.id, 'MXN',
         1000000, '2026-01-10', x.id, now() from ${given}`,
      values,
    );
    await database.query(
      `insert into entries (org_id, transaction_id, account, family, currency, amount)
       select $1, x.id, a.account, 'issued:' || x.id, 'MXN', a.amount from ${given}
       cross join lateral (values ('receivable:' || x.contact || ':cfdi:' || x.id, 1000000),
         ('sales', -1000000)) a (account, amount)`,
      values,
    );
    await database.query(
      `insert into balances (org_id, account, currency, balance, version)
       select $1, 'receivable:' || x.contact || ':cfdi:' || x.id, 'MXN', 1000000, 1 from ${given}`,
      values,
    );
    await database.query(
      `insert into dues (org_id, id, version, kind, state, document_ref, contact, due_on, currency, amount,
         covered, open)
       select $1, x.id, 1, 'undated', 'live', 'cfdi:' || x.id, x.contact, '2026-01-10', 'MXN', 1000000, 0,
         1000000 from ${given}`,
      values,
    );
  });
  return owed;
}

/**
 * Adds customers without documents to the customers of accounts.
 * @param {{ organizationId: string, adminUrls: Record<string, string> }} system
 * @param {number} amount
 */
export const addContacts = (system, amount) =>
  inDatabase(system.adminUrls.accounts, (database) =>
    database.query(
      `insert into contacts (org_id, id, version, kind, rfc, legal_name, deleted)
       select $1, gen_random_uuid(), 1, 'customer', 'URE180429TM6', 'Cliente ' || n, false
       from generate_series(1, $2::int) n`,
      [system.organizationId, amount],
    ),
  );

/**
 * Returns request generators that record payments of one peso. `documentOf` returns the document that the
 * n-th payment covers.
 */
export function paying(documentOf) {
  let n = 0;
  return {
    method: 'POST',
    path: '/v1/accounts/receivables',
    setupRequest: (request) => {
      const { id, customerId } = documentOf(n++);
      const applications = [{ documentRef: `cfdi:${id}`, amount: 1 }];
      const payment = { amount: 1, formCode: '03', paidOn: '2026-01-20', applications };
      return {
        ...request,
        path: `/v1/accounts/receivables/${customerId}/payments`,
        headers: { ...request.headers, 'idempotency-key': randomUUID() },
        body: JSON.stringify(payment),
      };
    },
  };
}

const processes = ['gateway', 'accounts', 'fiscal-cfdi'];

async function benchPostings(system, owed, plain) {
  const documentOf = (n) => owed[(n * 7) % documents];
  const load = (on, headers) =>
    cpuPerRequest({
      ...on,
      seconds,
      connections: writers,
      requests: [{ ...paying(documentOf), headers }],
    });
  const pids = processes.map(system.pidOf);
  const { setupRequest } = paying(documentOf);
  await flood(system.baseUrl, { amount: warmUps, inFlight: writers }, () =>
    setupRequest({ headers: headersOf(system) }),
  );
  await compare({
    bench: `P19 payments of ${documents} documents by ${writers} writers`,
    must: 0.3,
    aim: 0.5,
    rounds: 3,
    ours: () => load({ pids, url: system.baseUrl }, headersOf(system)),
    theirs: () =>
      load({ pids: [plain.pid], url: plain.url }, { 'content-type': 'application/json' }),
  });
}

/**
 * Measures payments of one document. The bench fails if any payment is rejected. The number of payments per
 * second depends on the machine. The reported ratio is this number divided by `must`.
 */
async function benchHotDocument(system, [hot]) {
  const requests = [{ ...paying(() => hot), headers: headersOf(system) }];
  const load = {
    pids: processes.map(system.pidOf),
    url: system.baseUrl,
    seconds,
    requests,
    connections: hotWriters,
  };
  await cpuPerRequest(load);
  const { perSecond, answered } = await cpuPerRequest(load);
  report({
    bench: `P19 payments of one document by ${hotWriters} writers`,
    ratio: perSecond / hotPerSecondMust,
    must: 1,
    aim: 3,
    perSecond,
    answered,
  });
}

/**
 * Measures lists of the installments of a thousand customers over two years, one past year and one future
 * year.
 */
async function benchInstallments(system) {
  await inDatabase(system.adminUrls.accounts, async (database) => {
    const values = [system.organizationId, installments, agedCustomers];
    const id = `lpad(to_hex(n), 12, '0')`;
    const contact = `'01880000-0000-7000-8000-' || lpad((n % $3::int)::text, 12, '0')`;
    const document = `('01800000-0000-7000-8000-' || ${id})::uuid`;
    await database.query(
      `insert into documents (org_id, ref, version, role, side, is_valid, family, contact, rfc, currency,
         total, is_deferred, occurred_on, uuid, fiscal, remaining, standing_version, next_due_on)
       select $1::uuid, 'cfdi:' || ${document}, 3, 'invoice', 'receivable', true, 'issued:' || ${document},
         ${contact}, 'URE180429TM6', 'MXN', 1000, true, '2026-01-10', ${document}, 1000, 1000, 1,
         current_date - 365 + n % 730
       from generate_series(1, $2::int / 10) n cross join (select $3::int) c`,
      values,
    );
    await database.query(
      `insert into dues (org_id, id, version, kind, state, document_ref, contact, plan_id, number, due_on,
         currency, amount, covered, open)
       select $1::uuid, gen_random_uuid(), 1, 'installment', 'live', 'cfdi:' || ${document}, ${contact},
         ${document}, k, current_date - 365 + (n * 7 + k * 30) % 730, 'MXN', 100, 0, 100
       from generate_series(1, $2::int / 10) n cross join generate_series(1, 10) k
       cross join (select $3::int) c`,
      values,
    );
  });
  await analyze(system);
  const aging = `aging of ${installments} open installments`;
  await reportPages(
    system,
    `P19 ${aging}`,
    agingP95MsMust,
    () => '/v1/accounts/receivables?limit=50',
  );
  const day = (n) => new Date(Date.now() + n * 86_400_000).toISOString().slice(0, 10);
  await reportPages(system, 'P19 page of a year of the calendar', calendarP95MsMust, (n) => {
    const from = (n % 12) * 30 - 365;
    return `/v1/accounts/collection-calendar?limit=50&dateFrom=${day(from)}&dateTo=${day(from + 365)}`;
  });
}

export async function startPlainLedger(adminUrl, owed, stops) {
  await inDatabase(adminUrl, (admin) => admin.query('create database plain_ledger'));
  const url = new URL(adminUrl);
  url.pathname = '/plain_ledger';
  await inDatabase(url.href, async (database) => {
    await database.query(`create table plain_documents (org_id uuid, ref text, fiscal numeric,
        uncertified numeric, primary key (org_id, ref));
      create table plain_payments (id uuid, org_id uuid, contact text, currency text, amount numeric,
        source text, form_code text, paid_on date, primary key (org_id, id));
      create index on plain_payments (org_id, contact, id);
      create table plain_applications (org_id uuid, payment_id uuid, document_ref text, amount numeric,
        primary key (org_id, payment_id, document_ref));
      create index on plain_applications (org_id, document_ref);
      create table plain_transactions (id uuid, org_id uuid, kind text, contact text, document_ref text,
        currency text, amount numeric, occurred_on date, source text, recorded_at timestamptz,
        primary key (org_id, id));
      create unique index on plain_transactions (org_id, source);
      create index on plain_transactions (org_id, contact, id);
      create index on plain_transactions (org_id, document_ref, id);
      create index on plain_transactions (org_id, kind, id);
      create index on plain_transactions (org_id, occurred_on, id);
      create table plain_entries (org_id uuid, transaction_id uuid, account text, family text,
        currency text, amount numeric, primary key (org_id, transaction_id, account));
      create index on plain_entries (org_id, family);
      create table plain_balances (org_id uuid, account text, currency text, balance numeric,
        primary key (org_id, account, currency));
      create table plain_dues (org_id uuid, document_ref text, amount numeric, covered numeric,
        open numeric, primary key (org_id, document_ref));
      create table plain_keys (org_id uuid, key text, reply text, primary key (org_id, key));
      create table plain_outbox (id uuid primary key, org_id uuid, subject text, payload jsonb,
        created_at timestamptz default now())`);
    const values = ['00000000-0000-7000-8000-000000000001', owed.map(({ id }) => `cfdi:${id}`)];
    await database.query(
      `insert into plain_documents select $1, ref, 1000000, 0 from unnest($2::text[]) d (ref)`,
      values,
    );
    await database.query(
      `insert into plain_dues select $1, ref, 1000000, 0, 1000000 from unnest($2::text[]) d (ref)`,
      values,
    );
    await database.query('analyze');
  });
  return startPlainService('plain-ledger.mjs', url.href, stops);
}
