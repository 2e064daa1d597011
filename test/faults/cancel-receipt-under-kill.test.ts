import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  created,
  setUpIssuer,
  startOwnDeployment,
  type Api,
  type ApiResponse,
  type OwnDeployment,
} from '@timbre/testkit/client';
import { addEmployee, addRun, calculate, rowsOf, settled } from '../api/payroll/people';
import { until } from '../api/until';

/**
 * The points at which the test kills payroll: after the request is stored, around the call, and after the
 * response.
 */
const failpoints = [
  'step.after_commit@1',
  'payroll.canceling@1',
  'payroll.cancel_answered@1',
  'step.after_commit@3',
];

/** Responses that a client may get while a process dies during its request. */
const documented = ['202', '409 operation_in_progress', '500 internal', '503 provider_unavailable'];

interface Receipt {
  runId: string;
  rowId: string;
  documentRef: string;
  uuid: string;
}

let deployment: OwnDeployment;
let api: Api;
/** Each run uses a different receipt, because the final cancellation ends the run. */
const receipts: Receipt[] = [];

beforeAll(async () => {
  deployment = await startOwnDeployment('receiptkill');
  api = await deployment.organization();
  await setUpIssuer(api);
  await created(api, '/v1/settings/series', { code: 'N', kind: 'payroll' });
  for (const _ of [...failpoints, 'nobody repeats']) receipts.push(await stampedReceipt());
}, 240_000);
afterAll(() => deployment?.stop());

async function stampedReceipt(): Promise<Receipt> {
  const runId = await addRun(api, { employeeIds: [await addEmployee(api)] });
  await calculate(api, runId);
  await api.request('POST', `/v1/payroll/runs/${runId}/stamp`);
  expect(await settled(api, runId)).toMatchObject({ state: 'stamped' });
  const [row] = (await rowsOf(api, runId)) as unknown as Receipt[];
  return row!;
}

/** Restarts payroll and waits until the gateway has reconnected. */
async function restart(failpoint?: string): Promise<void> {
  await deployment.restart('payroll', failpoint === undefined ? {} : { FAILPOINTS: failpoint });
  const runs = () => api.request('GET', '/v1/payroll/runs');
  expect((await until(30_000, runs, ({ status }) => status === 200)).status).toBe(200);
}

const cancelOnce = ({ rowId }: Receipt, key: string) =>
  api.request('POST', `/v1/payroll/rows/${rowId}/cancel`, {
    body: { motive: '02' },
    headers: { 'idempotency-key': key },
  });
const outcomeOf = ({ status, json }: ApiResponse): string =>
  status === 202 ? '202' : `${status} ${json?.error?.code}`;

/** Retries the request with its key, as clients must do, until a response arrives. */
async function cancelUntilTaken(receipt: Receipt, key: string): Promise<ApiResponse> {
  for (;;) {
    const answer = await cancelOnce(receipt, key);
    expect(documented).toContain(outcomeOf(answer));
    if (answer.status === 202) return answer;
    await sleep(Number(answer.headers.get('retry-after') ?? 1) * 1_000);
  }
}

/** A job queries the SAT for the state of the document, and an event then updates the receipt. */
async function expectCanceledOnce({ runId, rowId, documentRef, uuid }: Receipt): Promise<void> {
  await api.request('POST', `/v1/cfdi/${documentRef}/synchronize`);
  const row = () => api.request('GET', `/v1/payroll/rows/${rowId}`);
  const { json } = await until(30_000, row, (answer) => answer.json?.data?.state === 'canceled');
  expect(json.data).toMatchObject({
    state: 'canceled',
    cancellation: { state: 'accepted', motive: '02' },
  });
  const run = await api.request('GET', `/v1/payroll/runs/${runId}`);
  expect(run.json.data).toMatchObject({ state: 'canceled', rowCounts: { canceled: 1 } });
  const response = await fetch(`${deployment.authorityUrl}/__sim/stamps?rfc=EKU9003173C9`);
  const { data } = (await response.json()) as { data: { uuid: string; cancelRequests: number }[] };
  const line = data.find((one) => one.uuid.toLowerCase() === uuid.toLowerCase());
  expect(line).toMatchObject({ cancelRequests: 1 });
}

test.each(failpoints.map((failpoint, index) => ({ failpoint, index })))(
  'a receipt is canceled once although payroll is killed at $failpoint',
  async ({ failpoint, index }) => {
    const receipt = receipts[index]!;
    const key = randomUUID();
    await restart(failpoint);
    // A process that sends a response was not killed.
    expect(documented.slice(1)).toContain(outcomeOf(await cancelOnce(receipt, key)));
    await restart();
    const answer = await cancelUntilTaken(receipt, key);
    await expectCanceledOnce(receipt);
    expect((await cancelOnce(receipt, key)).json).toEqual(answer.json);
  },
  90_000,
);

test('cancelReceipt cancels a receipt even if its caller never retries', async () => {
  const receipt = receipts.at(-1)!;
  await restart('payroll.cancel_answered@1');
  expect(documented.slice(1)).toContain(outcomeOf(await cancelOnce(receipt, randomUUID())));
  await restart();
  await expectCanceledOnce(receipt);
});
