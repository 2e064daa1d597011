// P12: a payroll run from its employees to its sealed and saved documents, against the RSA signatures
// alone. P13: stamps in flight against a PAC of 100 ms, against what such a PAC allows.
import { createServer } from 'node:http';
import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { runDemo } from '../../scripts/runtime/demo.mjs';
import { cpuOf } from './cpu.mjs';
import { cpuMsOf, median, report } from './measure.mjs';
import { startSystem, withStops } from './system.mjs';

/** Cores that P12 is told for, and those of the machine of the facts. */
const cores = 2;
const factsSignatureMs = 1_000 / 4_560;
const receipts = 10_000;
/** Stamping is measured on fewer: what it costs grows with their number and nothing else. */
const stampedReceipts = 500;
const inFlight = 32;
const pacMs = 100;
const stamps = 960;

/** P12 and P13 of facts/performance.md. */
export const benchPayroll = () =>
  withStops(async (stops) => {
    const system = await start(stops);
    await measureRun(system);
    await measureStamping(system);
  });

/** @typedef {Awaited<ReturnType<typeof start>>} System */

/** @param {import('./system.mjs').Stops} stops */
async function start(stops) {
  const system = await startSystem(stops);
  const { baseUrl, access, dir } = system;
  const { cfdi } = await runDemo({ baseUrl, ...access }, join(dir, 'demo'));
  const url = new URL(system.postgresUrl);
  url.pathname = '/payroll';
  const database = new pg.Client(url.href);
  await database.connect();
  stops.push(() => database.end());
  const call = caller(baseUrl, access.apiKey);
  await call('POST', '/v1/settings/series', { code: 'NOM', kind: 'payroll' });
  return { ...system, database, call, cfdi };
}

/** @param {string} baseUrl @param {string} apiKey */
function caller(baseUrl, apiKey) {
  const authorization = `Bearer ${apiKey}`;
  return async (/** @type {string} */ method, /** @type {string} */ path, body = undefined) => {
    const key = method === 'GET' ? {} : { 'idempotency-key': randomUUID() };
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const headers = { authorization, 'content-type': 'application/json', ...key };
    let answer = await fetch(`${baseUrl}${path}`, { method, headers, ...sent });
    // A client does as it is told: the key makes the repetition safe.
    while (answer.headers.has('retry-after')) {
      await answer.text();
      await wait(1_000 * Number(answer.headers.get('retry-after')));
      answer = await fetch(`${baseUrl}${path}`, { method, headers, ...sent });
    }
    const json = await answer.json();
    if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(json)}`);
    return json.data;
  };
}

/** Everything the machine does for a run but the gateway, which only asked for it. @param {System} system */
function workersOf({ pidOf }) {
  const servers = readdirSync('/proc').filter((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      return readFileSync(`/proc/${name}/stat`, 'utf8').includes('(postgres)');
    } catch {
      return false;
    }
  });
  return [pidOf('payroll'), pidOf('fiscal-cfdi'), ...servers.map(Number)];
}

/** CPU of the workers over a piece of work; a server that ends meanwhile takes its share along. @param {System} system @param {() => Promise<unknown>} work */
async function cpuOfWork(system, work) {
  const pids = workersOf(system);
  const before = new Map(pids.map((pid) => [pid, cpuMsOf([pid])]));
  const startedMs = Date.now();
  await work();
  const cpuMs = workersOf(system).reduce(
    (sum, pid) => sum + cpuMsOf([pid]) - (before.get(pid) ?? 0),
    0,
  );
  return { cpuMs, wallMs: Date.now() - startedMs };
}

/** @param {System} system */
async function measureRun(system) {
  const thousand = await calculated(system, receipts / 10, '02');
  const whole = await calculated(system, receipts, '04');
  const sealed = await calculated(system, stampedReceipts, '10');
  const stamped = await cpuOfWork(system, async () => {
    await system.call('POST', `/v1/payroll/runs/${sealed.runId}/stamp`);
    await settled(system, sealed.runId);
  });
  const signatureMs = signature();
  const calculateMs = whole.cpuMs / receipts;
  // Sending, answers and their three commits are in it: an upper bound of building and sealing.
  const stampMs = stamped.cpuMs / stampedReceipts;
  const seconds = (receipts * (calculateMs + stampMs)) / cores / 1_000;
  const ideal = (receipts * signatureMs) / cores / 1_000;
  const bound = (/** @type {number} */ s) => (receipts * factsSignatureMs) / cores / 1_000 / s;
  const peaks = { peakMb1k: thousand.peakMb, peakMb10k: whole.peakMb };
  const cpu = { calculateMs, stampMs, signatureMs, calculateWallMs: whole.wallMs };
  const figure = { ratio: ideal / seconds, must: bound(4), aim: bound(2.5), seconds };
  report({ bench: 'P12 run of 10,000, by CPU on 2 cores', ...figure, ...cpu, ...peaks });
  const memory = thousand.peakMb / whole.peakMb;
  report({ bench: 'P12 peak memory, 1,000 against 10,000', ratio: memory, must: 0.67, ...peaks });
}

/** @param {System} system @param {number} count @param {string} paymentFrequency */
async function calculated(system, count, paymentFrequency) {
  await addEmployees(system, count, paymentFrequency);
  const days = { '02': '07', '04': '15', 10: '10' }[paymentFrequency];
  const period = { periodStartedOn: '2026-06-01', periodEndedOn: `2026-06-${days}` };
  const employer = { registration: 'A1234567890', stateCode: 'CMX' };
  const input = { paymentFrequency, ...period, paidOn: '2026-06-15', employer };
  const { runId } = await system.call('POST', '/v1/payroll/runs', input);
  // The kernel's own high water mark, begun again for this run.
  writeFileSync(`/proc/${system.pidOf('payroll')}/clear_refs`, '5');
  const figures = await cpuOfWork(system, async () => {
    await system.call('POST', `/v1/payroll/runs/${runId}/calculate`);
    const { rowCounts } = await settled(system, runId);
    if (rowCounts.ready !== count)
      throw new Error(`not all are ready: ${JSON.stringify(rowCounts)}`);
  });
  const status = readFileSync(`/proc/${system.pidOf('payroll')}/status`, 'utf8');
  return { runId, ...figures, peakMb: Number(/VmHWM:\s+(\d+)/.exec(status)[1]) / 1024 };
}

/** One through the API, the others like it with other wages. @param {System} system @param {number} count @param {string} paymentFrequency */
async function addEmployees({ call, database }, count, paymentFrequency) {
  const { employeeId } = await call('POST', '/v1/employees', {
    legalName: 'ADRIANA GOMEZ LARA', rfc: 'GOLA850312AB1', taxSystem: '605', postalCode: '06000',
    curp: 'GOLA850312MDFMPN03', contractType: '01', regimeType: '02', paymentFrequency,
    stateCode: 'CMX', socialSecurityNumber: '12345678903', employmentStartedOn: '2024-01-08',
    positionRisk: '2', dailyWage: 500, integratedDailySalary: 526.05, minimumWageZone: 'general',
    employeeNumber: `${paymentFrequency}-0`,
  }); // prettier-ignore
  const own = ['id', 'employee_number', 'daily_wage', 'integrated_daily_salary', 'salary_history'];
  const { rows } = await database.query(
    `select column_name as name from information_schema.columns where table_name = 'employees'`,
  );
  const same = rows.map(({ name }) => name).filter((name) => !own.includes(name));
  await database.query(
    `insert into employees (${[...own, ...same].join(', ')})
     select gen_random_uuid(), $1 || n, w.wage, w.integrated, jsonb_build_array(jsonb_build_object(
         'effectiveOn', '2024-01-08', 'dailyWage', w.wage::text,
         'integratedDailySalary', w.integrated::text)), ${same.join(', ')}
     from employees, generate_series(1, $2::int) n, lateral (
       select 330 + n % 2500 as wage, round((330 + n % 2500) * 1.0521, 2) as integrated) w
     where id = $3`,
    [`${paymentFrequency}-`, count - 1, employeeId],
  );
}

/** The run once nothing is at work on it. @param {System} system @param {string} runId */
async function settled({ call }, runId) {
  for (;;) {
    const run = await call('GET', `/v1/payroll/runs/${runId}`);
    if (!run.progress) return run;
    await wait(100);
  }
}

/** CPU of one RSA-2048 signature here and now. */
function signature() {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const cadena = Buffer.alloc(900, 'a');
  return median(
    Array.from({ length: 9 }, () => cpuOf(() => sign('sha256', cadena, privateKey), 200)),
  );
}

/** @param {System} system */
async function measureStamping(system) {
  const { call, authorityUrl, cfdi } = system;
  const refs = [];
  for (let n = 0; n < 2 * stamps; n += inFlight) {
    const copies = Array.from({ length: inFlight }, () =>
      call('POST', `/v1/cfdi/${cfdi.documentRef}/duplicate`),
    );
    refs.push(...(await Promise.all(copies)).map(({ documentRef }) => documentRef));
  }
  const plainPac = createServer((_, response) => void setTimeout(() => response.end('{}'), pacMs));
  await new Promise((resolve) => plainPac.listen(0, '127.0.0.1', () => resolve(undefined)));
  const plainUrl = `http://127.0.0.1:${/** @type {any} */ (plainPac.address()).port}`;
  for (const name of ['sw', 'finkok']) {
    const body = JSON.stringify({ latencyMs: pacMs });
    const headers = { 'content-type': 'application/json' };
    await fetch(`${authorityUrl}/__sim/pacs/${name}`, { method: 'PATCH', headers, body });
  }
  const stamp = (/** @type {string} */ ref) => call('POST', `/v1/cfdi/${ref}/stamp`);
  await flood(refs.slice(0, stamps), stamp);
  const pids = [system.pidOf('gateway'), system.pidOf('fiscal-cfdi')];
  const before = cpuMsOf(pids);
  const ours = await flood(refs.slice(stamps), stamp);
  const cpuMs = (cpuMsOf(pids) - before) / stamps;
  const theirs = await flood(refs.slice(stamps), () => fetch(plainUrl).then((r) => r.text()));
  plainPac.close();
  const speeds = { oursPerSecond: ours, theirsPerSecond: theirs };
  report({ bench: 'P13 stamps in flight', ratio: ours / theirs, must: 0.9, ...speeds });
  report({ bench: 'P13 own CPU of a stamp', ratio: 3 / cpuMs, must: 1, aim: 2, oursCpuMs: cpuMs });
}

/** How many a second, with as many in flight as there may be. @param {string[]} refs @param {(ref: string) => Promise<unknown>} work */
async function flood(refs, work) {
  const queue = refs.values();
  const startedMs = Date.now();
  const lane = async () => {
    for (const ref of queue) await work(ref);
  };
  await Promise.all(Array.from({ length: inFlight }, lane));
  return (refs.length * 1_000) / (Date.now() - startedMs);
}
