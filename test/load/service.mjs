// Measures the goals P8, P9 and P10 of facts/performance.md: a list, a write and a small read through
// the gateway and gRPC, compared with plain express + pg. Timbre's requests include API keys, limits,
// validation, row-level security, idempotency, outbox and activity.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { compare, cpuPerRequest, median, ratioOf, report } from './measure.mjs';
import { startSystem, withStops } from './system.mjs';

const contacts = 500;
const seconds = 4;

const contactOf = (n) => ({
  kind: 'customer',
  legalName: `Comercializadora del Norte número ${n}`,
  email: `compras${n}@ejemplo.mx`,
  rfc: 'URE180429TM6',
  taxSystem: '601',
  cfdiUse: 'G03',
  address: { postalCode: '86991', country: 'MEX', street: 'Avenida Central', exterior: String(n) },
});

/** Runs the benches for the goals P8, P9 and P10 of facts/performance.md. */
export const benchService = () => withStops(measure);

/** @param {import('./system.mjs').Stops} stops */
async function measure(stops) {
  const system = await startSystem(stops);
  const { apiKey, nats } = system;
  const plain = await startPlainContacts(system.postgresUrl, stops);
  const pids = ['gateway', 'commerce'].map(system.pidOf);
  await fill(system.baseUrl, apiKey, plain);
  const headers = { authorization: `Bearer ${apiKey}` };
  const ours = (requests) =>
    cpuPerRequest({
      pids,
      url: system.baseUrl,
      seconds,
      requests: requests.map((r) => ({ ...r, headers: { ...headers, ...r.headers } })),
    });
  const theirs = (requests) =>
    cpuPerRequest({ pids: [plain.pid], url: plain.url, seconds, requests });

  const list = [{ method: 'GET', path: '/v1/contacts?limit=50' }];
  await compare({
    bench: 'P8 list of 50',
    must: 0.85,
    aim: 1.2,
    ours: () => ours(list),
    theirs: () => theirs(list),
  });

  const write = [writing()];
  const published = await ratioOf(
    () => ours(write),
    () => theirs(write),
    3,
  );
  // NATS is stopped, because the plain service stores its event but does not publish it. Timbre is
  // therefore also measured without publishing events.
  await nats.stop();
  const goals = { must: 0.9, aim: 1.5 };
  await compare({
    bench: 'P9 write with key and event',
    ...goals,
    ours: () => ours(write),
    theirs: () => theirs(write),
  });
  report({ bench: 'P9 write with key and event, published', ratio: published, ...goals });

  const [ourId, theirId] = await Promise.all([
    firstOf(system.baseUrl, headers),
    firstOf(plain.url, {}),
  ]);
  const small = await cpuOfSmall(
    () => ours([{ method: 'GET', path: `/v1/contacts/${ourId}` }]),
    () => theirs([{ method: 'GET', path: `/v1/contacts/${theirId}` }]),
  );
  report(small);
}

/**
 * Goal P10 of facts/performance.md is a limit on CPU time. The reported ratio is the limit divided by
 * the measured CPU time.
 */
async function cpuOfSmall(ours, theirs) {
  const mustMs = 0.3;
  await ours();
  const runs = [];
  for (let round = 0; round < 5; round++) runs.push([await ours(), await theirs()]);
  const oursCpuMs = median(runs.map(([a]) => a.cpuMs));
  const theirsCpuMs = median(runs.map(([, b]) => b.cpuMs));
  return {
    bench: 'P10 CPU of a small request',
    ratio: mustMs / oursCpuMs,
    must: 1,
    aim: 0.3 / 0.1,
    oursCpuMs,
    theirsCpuMs,
    toPlain: theirsCpuMs / oursCpuMs,
  };
}

export function writing() {
  let n = 0;
  return {
    method: 'POST',
    path: '/v1/contacts',
    headers: { 'content-type': 'application/json' },
    setupRequest: (request) => ({
      ...request,
      headers: { ...request.headers, 'idempotency-key': randomUUID() },
      body: JSON.stringify(contactOf(n++)),
    }),
  };
}

export async function startPlainContacts(adminUrl, stops) {
  const admin = new pg.Client(adminUrl);
  await admin.connect();
  await admin.query('create database plain_bench');
  await admin.end();
  const url = new URL(adminUrl);
  url.pathname = '/plain_bench';
  const database = new pg.Client(url.href);
  await database.connect();
  await database.query(`create table plain_contacts (id uuid primary key, org_id uuid not null, kind text not null,
      code text, legal_name text not null, email text, rfc text, tax_system text, phone text, address jsonb,
      cfdi_use text, updated_at timestamptz not null);
    create index on plain_contacts (org_id, id);
    create table plain_keys (org_id uuid, key text, body text, primary key (org_id, key));
    create table plain_outbox (id uuid primary key, org_id uuid, subject text, payload jsonb, created_at timestamptz default now())`);
  await database.end();
  const child = spawn(
    process.execPath,
    [new URL('plain-service.mjs', import.meta.url).pathname, url.href],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, NODE_ENV: 'production' },
    },
  );
  stops.push(async () => void child.kill());
  const port = await new Promise((resolve) =>
    child.stdout.once('data', (chunk) => resolve(Number(chunk))),
  );
  return { pid: child.pid, url: `http://127.0.0.1:${port}` };
}

/** Creates the same contacts in both services, each through its own API. */
export async function fill(baseUrl, apiKey, plain) {
  for (let n = 0; n < contacts; n++) {
    const body = JSON.stringify(contactOf(n));
    const headers = { 'content-type': 'application/json', 'idempotency-key': `fill-${n}` };
    const answers = await Promise.all([
      fetch(`${baseUrl}/v1/contacts`, {
        method: 'POST',
        body,
        headers: { ...headers, authorization: `Bearer ${apiKey}` },
      }),
      fetch(`${plain.url}/v1/contacts`, { method: 'POST', body, headers }),
    ]);
    const wrong = answers.find((answer) => answer.status !== 201);
    if (wrong) throw new Error(`filling: ${wrong.status} ${await wrong.text()}`);
  }
}

async function firstOf(baseUrl, headers) {
  const answer = await fetch(`${baseUrl}/v1/contacts?limit=1`, { headers });
  const { data } = await answer.json();
  return data[0].contactId;
}
