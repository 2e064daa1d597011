// Creates employees and payroll runs over the public API for the payroll benches.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { runDemo } from '../../scripts/runtime/demo.mjs';

/**
 * The number of retries after responses that ask the client to wait. The limit on retries ensures that a
 * bench always ends.
 */
const repeatsMax = 30;
const settledMsMax = 240_000;

/** @typedef {Awaited<ReturnType<typeof import('./system.mjs').startSystem>>} System */
/** @typedef {Awaited<ReturnType<typeof newEmployer>>} Employer */
/** @typedef {{ apiKey: string, organizationId: string }} Access the API key of an organization */

/**
 * Creates an organization that can stamp payroll receipts.
 * @param {System} system
 * @param {Access} access
 */
export async function newEmployer({ baseUrl, dir }, access) {
  const demo = await runDemo({ baseUrl, ...access }, join(dir, access.organizationId));
  const call = caller(baseUrl, access.apiKey);
  await call('POST', '/v1/settings/series', { code: 'NOM', kind: 'payroll' });
  return { ...access, call, cfdi: demo.cfdi };
}

/**
 * Opens a connection to the database of a service.
 * @param {System} system
 * @param {string} name
 * @param {import('./system.mjs').Stops} stops
 */
export async function connected(system, name, stops) {
  const url = new URL(system.postgresUrl);
  url.pathname = `/${name}`;
  const database = new pg.Client(url.href);
  await database.connect();
  stops.push(() => database.end());
  return database;
}

/**
 * @param {string} baseUrl
 * @param {string} apiKey
 */
function caller(baseUrl, apiKey) {
  const authorization = `Bearer ${apiKey}`;
  return async (/** @type {string} */ method, /** @type {string} */ path, body = undefined) => {
    const key = method === 'GET' ? {} : { 'idempotency-key': randomUUID() };
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const headers = { authorization, 'content-type': 'application/json', ...key };
    for (let repeats = 0; ; repeats += 1) {
      const answer = await fetch(`${baseUrl}${path}`, { method, headers, ...sent });
      const json = /** @type {any} */ (await answer.json());
      if (answer.ok) return json.data;
      // The client retries after the time in the Retry-After header. The retry is safe, because it uses the
      // same idempotency key.
      const seconds = Number(answer.headers.get('retry-after') ?? 0);
      if (seconds === 0 || repeats === repeatsMax)
        throw new Error(`${method} ${path}: ${JSON.stringify(json)}`);
      await wait(1_000 * seconds);
    }
  };
}

/** The last day of a pay period, keyed by c_PeriodicidadPago. */
const lastDays = { '02': '07', '04': '15', 10: '10' };

/**
 * Creates a payroll run of similar employees with different wages.
 * @param {Employer} employer
 * @param {pg.Client} database
 * @param {{ count: number, frequency: '02' | '04' | 10 }} roster
 */
export async function newRun({ call }, database, { count, frequency }) {
  const paymentFrequency = String(frequency);
  await addEmployees(call, database, count, paymentFrequency);
  const period = { periodStartedOn: '2026-06-01', periodEndedOn: `2026-06-${lastDays[frequency]}` };
  const employer = { registration: 'A1234567890', stateCode: 'CMX' };
  const input = { paymentFrequency, ...period, paidOn: '2026-06-15', employer };
  const { runId } = await call('POST', '/v1/payroll/runs', input);
  return /** @type {string} */ (runId);
}

/**
 * Creates one employee through the API and copies that employee in the database.
 * @param {Employer['call']} call
 * @param {pg.Client} database
 * @param {number} count
 * @param {string} paymentFrequency
 */
async function addEmployees(call, database, count, paymentFrequency) {
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
  // Analyzes the table, as autovacuum would do a minute later.
  await database.query('analyze employees');
}

/**
 * Waits until the function `isThere` returns true for the payroll run, and returns the run.
 * @param {Employer['call']} call
 * @param {string} runId
 * @param {(run: any) => boolean} isThere
 */
export async function until(call, runId, isThere) {
  const startedMs = Date.now();
  for (;;) {
    const run = await call('GET', `/v1/payroll/runs/${runId}`);
    if (isThere(run)) return run;
    const state = JSON.stringify([run.state, run.rowCounts]);
    if (Date.now() - startedMs > settledMsMax)
      throw new Error(`the run makes no progress: ${state}`);
    // The bench reads the payroll run once per second, like a page with a progress bar.
    await wait(1_000);
  }
}

/**
 * Calculates a payroll run and expects that all employees are ready.
 * @param {Employer['call']} call
 * @param
 * {string} runId
 * @param {number} count
 */
export async function calculate(call, runId, count) {
  await call('POST', `/v1/payroll/runs/${runId}/calculate`);
  const { rowCounts } = await until(call, runId, ({ progress }) => !progress);
  if (rowCounts.ready !== count)
    throw new Error(`some receipts are not ready: ${JSON.stringify(rowCounts)}`);
}

/**
 * Sets the response latency of the simulated PACs.
 * @param {System} system
 * @param {number} latencyMs
 */
export async function slowPacs({ authorityUrl }, latencyMs) {
  for (const name of ['sw', 'finkok']) {
    const body = JSON.stringify({ latencyMs });
    const headers = { 'content-type': 'application/json' };
    await fetch(`${authorityUrl}/__sim/pacs/${name}`, { method: 'PATCH', headers, body });
  }
}
