import { randomUUID } from 'node:crypto';
import { created, type Api, type ApiResponse } from '@timbre/testkit/client';
import { startDocumentedIssuer } from '../documented';
import { refusalOf } from '../refused';
import { until } from '../until';
import { addEmployee, addRun, calculate, calculatedRun, rowsOf, settled } from './people';

let api: Api;
beforeAll(async () => {
  api = await startDocumentedIssuer();
  await created(api, '/v1/settings/series', { code: 'N', kind: 'payroll' });
});

/** Creates and stamps a payroll run with this number of employees, and returns its rows. */
async function stampedRun(count = 1) {
  const employeeIds: string[] = [];
  while (employeeIds.length < count) employeeIds.push(await addEmployee(api));
  const runId = await addRun(api, { employeeIds });
  await calculate(api, runId);
  await api.request('POST', `/v1/payroll/runs/${runId}/stamp`);
  expect(await settled(api, runId)).toMatchObject({ state: 'stamped' });
  const rows = (await rowsOf(api, runId)) as { rowId: string; documentRef: string }[];
  return { runId, employeeIds, rows };
}

const cancel = (rowId: string, body: unknown = { motive: '02' }, key = randomUUID()) =>
  api.request('POST', `/v1/payroll/rows/${rowId}/cancel`, {
    body,
    headers: { 'idempotency-key': key },
  });
const getRow = (rowId: string) => api.request('GET', `/v1/payroll/rows/${rowId}`);
const isCanceled = ({ json }: ApiResponse) => json.data.state === 'canceled';

describe('202', () => {
  it('cancelPayrollRow returns the requested cancellation; the receipt is canceled when the SAT confirms it', async () => {
    const { runId, employeeIds, rows } = await stampedRun(2);
    const { rowId, documentRef } = rows[0]!;
    const key = randomUUID();
    const answer = await cancel(rowId, { motive: '02' }, key);
    expect(answer.status).toBe(202);
    expect(answer.json.data).toMatchObject({
      state: 'stamped',
      cancellation: { state: 'requested', motive: '02' },
    });
    expect((await cancel(rowId, { motive: '02' }, key)).json).toEqual(answer.json);
    expect(refusalOf(await cancel(rowId))).toBe('409 conflict cancellation_in_progress');
    const synchronized = await api.request('POST', `/v1/cfdi/${documentRef}/synchronize`);
    expect(synchronized.json.data.status).toBe('canceled');
    const { json } = await until(60_000, () => getRow(rowId), isCanceled);
    expect(json.data).toMatchObject({ state: 'canceled', cancellation: { state: 'accepted' } });
    const run = await api.request('GET', `/v1/payroll/runs/${runId}`);
    expect(run.json.data).toMatchObject({
      state: 'stamped',
      rowCounts: { stamped: 1, canceled: 1 },
      totals: { receiptCount: 1 },
    });
    // Only the employee with the canceled receipt may be paid again for the period.
    const again = await addRun(api, { employeeIds });
    expect(await calculate(api, again)).toMatchObject({
      rowCounts: { ready: 1, needs_attention: 1 },
    });
  });

  it('a payroll row is canceled if the cancellation of its CFDI was requested with cancelCfdi', async () => {
    const { runId, rows } = await stampedRun();
    const { rowId, documentRef } = rows[0]!;
    const path = `/v1/cfdi/${documentRef}`;
    await api.request('POST', `${path}/cancel`, { body: { motive: '03' } });
    await api.request('POST', `${path}/synchronize`);
    const { json } = await until(60_000, () => getRow(rowId), isCanceled);
    expect(json.data).toMatchObject({ state: 'canceled', cancellation: { motive: '03' } });
    const run = await api.request('GET', `/v1/payroll/runs/${runId}`);
    expect(run.json.data.state).toBe('canceled');
    const restamped = await api.request('POST', `/v1/payroll/rows/${rowId}/restamp`);
    expect(refusalOf(restamped)).toBe('409 conflict state_conflict');
  });
});

describe('400', () => {
  it.each([
    ['motive', {}],
    ['motive', { motive: '04' }],
    ['reason', { motive: '02', reason: 'x' }],
  ])('cancelPayrollRow reports the field %s of the body %j', async (field, body) => {
    const { rowId } = await calculatedRun(api);
    const { status, json } = await cancel(rowId, body);
    expect([status, json.error.details.issues[0].path]).toEqual([400, [field]]);
  });

  it('cancelPayrollRow reports a missing replacement, and requests no cancellation', async () => {
    const { rows } = await stampedRun();
    const { status, json } = await cancel(rows[0]!.rowId, { motive: '01' });
    expect([status, json.error.details.issues]).toMatchObject([
      400,
      [{ path: ['replacementDocumentRef'], code: 'replacement_missing' }],
    ]);
    const { json: row } = await getRow(rows[0]!.rowId);
    expect(row.data).not.toHaveProperty('cancellation');
  });
});

test('cancelPayrollRow answers 404 for a receipt of another organization', async () => {
  const { rowId } = await calculatedRun(api);
  const stranger = await startDocumentedIssuer();
  const body = { motive: '02' };
  const answer = await stranger.request('POST', `/v1/payroll/rows/${rowId}/cancel`, { body });
  expect(answer.status).toBe(404);
});

test('cancelPayrollRow answers 409 for a receipt that is not stamped', async () => {
  const { rowId } = await calculatedRun(api);
  expect(refusalOf(await cancel(rowId))).toBe('409 conflict state_conflict');
});
