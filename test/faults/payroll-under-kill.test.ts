import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  created,
  setUpIssuer,
  startOwnDeployment,
  type OwnDeployment,
} from '@timbre/testkit/client';
import { addEmployee, addRun, calculate, rowsOf } from '../api/payroll/people';
import { clientOf, insist, OutcomeCounts, type Client } from './clients';

/** The points at which the test kills a service that stamps a payroll run. */
const recoveryPoints: [service: 'payroll' | 'fiscal-cfdi', failpoint: string][] = [
  ['payroll', 'payroll.sealing@1'],
  ['payroll', 'payroll.sealed@1'],
  ['payroll', 'payroll.sending@1'],
  ['payroll', 'payroll.answered@1'],
  // The steps of a payroll run: queue, store the sealed documents, claim, settle.
  ['payroll', 'step.before_commit@1'],
  ['payroll', 'step.before_commit@3'],
  ['payroll', 'step.after_commit@2'],
  // The steps of a batch in fiscal-cfdi: find the key, seal and save all documents.
  ['fiscal-cfdi', 'step.before_commit@2'],
  ['fiscal-cfdi', 'step.after_commit@2'],
  ['fiscal-cfdi', 'stamp.sending@1'],
  ['fiscal-cfdi', 'stamp.settled@1'],
];

const receiptsOfRun = 2;
/** Leases of dead workers expire after two minutes. */
const settledMsMax = 200_000;

let deployment: OwnDeployment;
let api: Client;
beforeAll(async () => {
  deployment = await startOwnDeployment('payrollkill');
  api = clientOf(await deployment.organization());
  await setUpIssuer(api);
  await created(api, '/v1/settings/series', { code: 'N', kind: 'payroll' });
}, 240_000);
afterAll(() => deployment?.stop());

const probes = { payroll: '/v1/payroll/runs', 'fiscal-cfdi': '/v1/cfdi' };

async function answers(
  service: keyof typeof probes,
  isAlive: boolean,
  withinMs = 60_000,
): Promise<void> {
  const until = Date.now() + withinMs;
  while (((await api.once('GET', probes[service])).status === 200) !== isAlive) {
    if (Date.now() > until) throw new Error(`${service} should ${isAlive ? 'live' : 'be dead'}`);
    await sleep(50);
  }
}

/**
 * Stamps a payroll run and kills a service at the given point.
 * @returns the run
 */
async function killAt(service: keyof typeof probes, failpoint: string): Promise<string> {
  const employeeIds = [];
  while (employeeIds.length < receiptsOfRun) employeeIds.push(await addEmployee(api));
  const runId = await addRun(api, { employeeIds });
  expect(await calculate(api, runId)).toMatchObject({ rowCounts: { ready: receiptsOfRun } });
  await deployment.restart(service, { FAILPOINTS: failpoint });
  // Work of an earlier run may bring the service to its failpoint immediately; otherwise the
  // request below does.
  await answers(service, true, 5_000).catch(() => undefined);
  const key = randomUUID();
  const [method, path] = ['POST', `/v1/payroll/runs/${runId}/stamp`];
  const { status } = await api.once(method, path, { headers: { 'idempotency-key': key } });
  await answers(service, false);
  await deployment.restart(service);
  await answers(service, true);
  // The service may be killed during the request. The client then retries the request with the same
  // key.
  if (status === 202) return runId;
  const repeated = await insist(
    { api, method, path, key },
    new OutcomeCounts(),
    Date.now() + 60_000,
  );
  expect(repeated?.status).toBe(202);
  return runId;
}

async function stamped(runId: string): Promise<Record<string, unknown>[]> {
  const until = Date.now() + settledMsMax;
  for (;;) {
    const { json } = await api.request('GET', `/v1/payroll/runs/${runId}`);
    if (json?.data?.state === 'stamped') return rowsOf(api, runId);
    if (Date.now() > until) throw new Error(`the run is ${JSON.stringify(json?.data)}`);
    await sleep(500);
  }
}

async function stampsAtPac(): Promise<{ uuid: string }[]> {
  const response = await fetch(`${deployment.authorityUrl}/__sim/stamps?rfc=EKU9003173C9`);
  return ((await response.json()) as { data: { uuid: string }[] }).data;
}

test('a payroll run survives the kill of a service at every recovery point', async () => {
  const runIds: string[] = [];
  for (const [service, failpoint] of recoveryPoints) {
    runIds.push(await killAt(service, failpoint));
  }
  const rows = (await Promise.all(runIds.map(stamped))).flat();
  expect(rows.map(({ state }) => state)).toEqual(
    Array.from({ length: receiptsOfRun * runIds.length }, () => 'stamped'),
  );
  const atPac = (await stampsAtPac()).map(({ uuid }) => uuid.toLowerCase()).sort();
  expect(atPac).toEqual(rows.map(({ uuid }) => uuid).sort());
  const { json } = await api.request('GET', '/v1/cfdi?limit=50');
  const documents = json.data as { documentRef: string }[];
  expect(documents.map(({ documentRef }) => documentRef).sort()).toEqual(
    rows.map(({ documentRef }) => documentRef).sort(),
  );
  // Folios are unique, so no folio is missing if the last folio equals the number of documents.
  const series = (await api.request('GET', '/v1/settings/series')).json.data;
  expect(series).toContainEqual(
    expect.objectContaining({ kind: 'payroll', nextFolio: documents.length + 1 }),
  );
}, 600_000);
