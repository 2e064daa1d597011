import { setTimeout as sleep } from 'node:timers/promises';
import { created, dataOf, type Api } from '@timbre/testkit/client';
import { addEmployee, addRun, calculate } from '../api/payroll/people';
import { bar, type Found, type Report } from './bar';
import {
  between,
  inFlight,
  insist,
  meanwhile,
  OutcomeCounts,
  unfinished,
  type Client,
} from './clients';
import { receiptsAreResumed } from './guards';
import type { System } from './system';

interface Size {
  employees: number;
  /**
   * The interval of receipts that are rejected first and stamped after a correction: 10 means every
   * tenth receipt.
   */
  refusedEvery: number;
  /**
   * The failpoints at which payroll exits, one after the other. If there are no failpoints, the test
   * kills payroll after some time.
   */
  points: string[];
  killEveryMs: [number, number];
  kills: [least: number, most: number];
  settleMs: number;
}

const suite: Size = {
  employees: 8,
  refusedEvery: 4,
  points: ['payroll.sealing@1', 'payroll.sealed@1', 'payroll.answered@1', 'payroll.sending@3'],
  killEveryMs: [5_000, 5_000],
  kills: [2, 4],
  settleMs: 240_000,
};

interface Row {
  id: string;
  employee_id: string;
  state: string;
  uuid: string | null;
  document_ref: string | null;
}

const goodRfc = 'GOLA850312AB1';

/**
 * The wage of the last employee that the test created. Wages are unique, so that the total of a
 * receipt identifies the receipt.
 */
let lastWage = 500;

async function run(system: System, size: Size, tell: Report): Promise<Found> {
  const api = await system.issuer();
  await created(api, '/v1/settings/series', { code: 'N', kind: 'payroll' });
  const runId = await newRun(api, size);
  const outcomes = new OutcomeCounts();
  const deadlineMs = Date.now() + size.settleMs;
  const dieAt = (pass: number) => ({ FAILPOINTS: size.points[pass % size.points.length]! });
  await system.start('payroll', dieAt(0));
  await insist(
    { api, method: 'POST', path: `/v1/payroll/runs/${runId}/stamp` },
    outcomes,
    deadlineMs,
  );
  await system.turn('sw', { latencyMs: 150, dropAnswerRate: 0.1 });
  const settling = settleTwice(system, api, runId, outcomes, deadlineMs);
  const { result: rows, passes } = await meanwhile(settling, async (pass) => {
    if (pass >= size.kills[1]) return void (await sleep(100));
    await Promise.race([system.ended('payroll'), sleep(between(...size.killEveryMs))]);
    await system.kill('payroll');
    await system.skipWaits('payroll');
    await system.start('payroll', pass === size.kills[1] - 1 ? {} : dieAt(pass + 1));
    tell(`killed ${pass + 1} times`);
  });
  await system.turn('sw', { latencyMs: 0, dropAnswerRate: 0 });
  await system.start('payroll');
  const kills = Math.min(passes, size.kills[1]);
  const violations = [
    ...(await notOnce(system, api, rows)),
    ...outcomes.beyond([...unfinished, '202', '409 conflict state_conflict']),
    ...(kills < size.kills[0] ? [`payroll was killed only ${kills} times`] : []),
  ];
  return { violations, figures: `${rows.length} receipts, ${kills} kills; ${outcomes}` };
}

/** Creates and calculates a payroll run whose receipts all have different totals. */
async function newRun(api: Api, size: Size): Promise<string> {
  const refused = await refusedRfc(api);
  const employeeIds = await inFlight(4, Array.from({ length: size.employees }), (_, index) => {
    const dailyWage = (lastWage += 1);
    const isRefused = index % size.refusedEvery === 0;
    const integratedDailySalary = Number((dailyWage * 1.0521).toFixed(2));
    return addEmployee(api, {
      dailyWage,
      integratedDailySalary,
      rfc: isRefused ? refused : goodRfc,
    });
  });
  const runId = await addRun(api, { employeeIds });
  const { rowCounts } = (await calculate(api, runId)) as { rowCounts: { ready?: number } };
  if (rowCounts.ready !== size.employees) throw new Error(JSON.stringify(rowCounts));
  return runId;
}

/** Returns the RFC of a person whose receipts the simulated PAC rejects. */
async function refusedRfc(api: Api): Promise<string> {
  const { json } = await api.request('GET', '/v1/sandbox/scenarios');
  const scenarios = json.data as { id: string; trigger: { receiverRfc: [string, string] } }[];
  return scenarios.find(({ id }) => id === 'receiver_unknown')!.trigger.receiverRfc[1];
}

/** Waits for every receipt, corrects the rejected receipts, and waits for their second result. */
async function settleTwice(
  system: System,
  api: Client,
  runId: string,
  outcomes: OutcomeCounts,
  deadlineMs: number,
): Promise<Row[]> {
  for (const row of await settled(system, runId, deadlineMs)) {
    if (row.state !== 'rejected') continue;
    const person = `/v1/employees/${row.employee_id}`;
    const corrected = { api, method: 'PATCH', path: person, body: { rfc: goodRfc } };
    await insist(corrected, new OutcomeCounts(), deadlineMs);
    const path = `/v1/payroll/rows/${row.id}/restamp`;
    await insist({ api, method: 'POST', path }, outcomes, deadlineMs);
  }
  return settled(system, runId, deadlineMs);
}

/**
 * Waits until no receipt is queued or being stamped, or until the timeout, and returns the
 * receipts.
 */
async function settled(system: System, runId: string, deadlineMs: number): Promise<Row[]> {
  for (;;) {
    const rows = await system.sql<Row>(
      'payroll',
      `select id, employee_id, state, uuid, document_ref from payroll_rows where run_id = $1`,
      [runId],
    );
    const isBusy = rows.some(({ state }) => ['ready', 'queued', 'stamping'].includes(state));
    if (!isBusy || Date.now() > deadlineMs) return rows;
    await sleep(200);
  }
}

/** Returns the receipts that do not have exactly one document and exactly one stamp. */
async function notOnce(system: System, api: Api, rows: Row[]): Promise<string[]> {
  const stamps = Map.groupBy(await system.stamps(), ({ total }) => Number(total).toFixed(2));
  const faults = await inFlight(8, rows, async ({ id, state, uuid, document_ref }) => {
    const late = state === 'stamped' ? [] : [`receipt ${id} is ${state}`];
    if (document_ref === null) return late;
    const cfdi = await dataOf(api.request('GET', `/v1/cfdi/${document_ref}`));
    const own = stamps.get((cfdi.total.amount as number).toFixed(2)) ?? [];
    const isOne = own.length === 1 && own[0]!.uuid === uuid && cfdi.uuid === uuid;
    return isOne ? late : [...late, `receipt ${id} has ${own.length} stamps`];
  });
  const [left] = await system.sql<{ count: number }>(
    'fiscal-cfdi',
    'select count(*)::int as count from cfdi where org_id = $1',
    [api.organizationId],
  );
  const isClean = left!.count === rows.length;
  return [...faults.flat(), ...(isClean ? [] : [`${left!.count} documents of ${rows.length}`])];
}

export const payrollOnceUnderKill = bar<Size>({
  name: 'payroll-once-under-kill',
  holds: 'a receipt has one UUID however often payroll is killed while it stamps and restamps',
  sizes: {
    suite,
    full: {
      employees: 200,
      refusedEvery: 5,
      points: [...suite.points, 'payroll.answered@5', 'payroll.sending@20'],
      killEveryMs: [2_000, 5_000],
      kills: [8, 40],
      settleMs: 900_000,
    },
    control: {
      ...suite,
      refusedEvery: 100,
      points: ['payroll.answered@1'],
      kills: [1, 1],
      settleMs: 60_000,
    },
  },
  guard: receiptsAreResumed,
  red: /has [2-9] stamps/,
  run,
});
