import { created, type Api } from '@timbre/testkit';
import { startDocumentedIssuer } from '../documented';
import { refusalOf } from '../refused';
import { addEmployee, addRun, calculate, rowsOf, settled } from './people';

let api: Api;
beforeAll(async () => {
  api = await startDocumentedIssuer();
  await created(api, '/v1/settings/series', { code: 'N', kind: 'payroll' });
});

describe('stampPayrollRun', () => {
  it('answers 202 and stamps every receipt as a CFDI of the organization', async () => {
    const employeeIds = [await addEmployee(api), await addEmployee(api)];
    const runId = await addRun(api, { employeeIds });
    expect(await calculate(api, runId)).toMatchObject({ rowCounts: { ready: 2 } });
    const answer = await api.request('POST', `/v1/payroll/runs/${runId}/stamp`);
    expect(answer.status).toBe(202);
    expect(answer.json.data).toMatchObject({ state: 'stamping' });
    expect(await settled(api, runId)).toMatchObject({
      state: 'stamped',
      rowCounts: { stamped: 2 },
    });
    const [row] = await rowsOf(api, runId);
    const cfdi = (await api.request('GET', `/v1/cfdi/${row!.documentRef as string}`)).json.data;
    expect(cfdi).toMatchObject({
      kind: 'payroll',
      cfdiType: 'N',
      status: 'valid',
      uuid: row!.uuid,
      total: { amount: 6592.28 },
    });
    const repeated = await api.request('POST', `/v1/payroll/runs/${runId}/stamp`);
    expect(refusalOf(repeated)).toBe('409 conflict state_conflict');
  });

  it('answers 409 when no receipt is ready', async () => {
    const employeeId = await addEmployee(api, { curp: undefined });
    const runId = await addRun(api, { employeeIds: [employeeId] });
    await calculate(api, runId);
    const answer = await api.request('POST', `/v1/payroll/runs/${runId}/stamp`);
    expect(refusalOf(answer)).toBe('409 conflict no_ready_rows');
  });
});

describe('restampPayrollRow', () => {
  interface Scenario {
    id: string;
    trigger: { receiverRfc: [company: string, person: string] };
  }

  /** The RFC of a person that the simulated PAC refuses. */
  async function refusedRfc(): Promise<string> {
    const { data } = (await api.request('GET', '/v1/sandbox/scenarios')).json;
    const scenario = (data as Scenario[]).find(({ id }) => id === 'receiver_unknown');
    return scenario!.trigger.receiverRfc[1];
  }

  it('answers 202 once the data were corrected, and the receipt is stamped', async () => {
    const employeeId = await addEmployee(api, { rfc: await refusedRfc() });
    const runId = await addRun(api, { employeeIds: [employeeId] });
    await calculate(api, runId);
    await api.request('POST', `/v1/payroll/runs/${runId}/stamp`);
    expect(await settled(api, runId)).toMatchObject({ state: 'review' });
    const [rejected] = await rowsOf(api, runId);
    expect(rejected).toMatchObject({
      state: 'rejected',
      rejectionCode: 'CFDI40143',
      errorCode: 'stamp_failed',
    });
    await api.request('PATCH', `/v1/employees/${employeeId}`, { body: { rfc: 'GOLA850312AB1' } });
    const path = `/v1/payroll/rows/${rejected!.rowId as string}/restamp`;
    const answer = await api.request('POST', path, { body: {} });
    expect(answer.status).toBe(202);
    expect(answer.json.data).toMatchObject({ state: 'queued', issues: [] });
    expect(await settled(api, runId)).toMatchObject({ state: 'stamped' });
  });

  it('answers 409 for a receipt that was not rejected', async () => {
    const employeeId = await addEmployee(api);
    const runId = await addRun(api, { employeeIds: [employeeId] });
    await calculate(api, runId);
    const [row] = await rowsOf(api, runId);
    const path = `/v1/payroll/rows/${row!.rowId as string}/restamp`;
    expect(refusalOf(await api.request('POST', path))).toBe('409 conflict state_conflict');
  });
});
