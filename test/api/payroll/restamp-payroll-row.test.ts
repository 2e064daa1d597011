import { randomUUID } from 'node:crypto';
import { created, type Api } from '@timbre/testkit/client';
import { startDocumentedIssuer } from '../documented';
import { issuesOf, refusalOf } from '../refused';
import { addEmployee, addRun, calculate, calculatedRun, rowsOf, settled } from './people';

let api: Api;
beforeAll(async () => {
  api = await startDocumentedIssuer();
  await created(api, '/v1/settings/series', { code: 'N', kind: 'payroll' });
});

interface Scenario {
  id: string;
  trigger: { receiverRfc: [company: string, person: string] };
}

/** Returns the RFC of a person whose receipts the simulated PAC rejects. */
async function refusedRfc(): Promise<string> {
  const { data } = (await api.request('GET', '/v1/sandbox/scenarios')).json;
  const scenario = (data as Scenario[]).find(({ id }) => id === 'receiver_unknown');
  return scenario!.trigger.receiverRfc[1];
}

/** Creates a rejected receipt of an employee whose RFC the simulated PAC rejects. */
async function rejected() {
  const employeeId = await addEmployee(api, { rfc: await refusedRfc() });
  const runId = await addRun(api, { employeeIds: [employeeId] });
  await calculate(api, runId);
  await api.request('POST', `/v1/payroll/runs/${runId}/stamp`);
  expect(await settled(api, runId)).toMatchObject({ state: 'review' });
  const [row] = await rowsOf(api, runId);
  expect(row).toMatchObject({
    state: 'rejected',
    rejectionCode: 'CFDI40143',
    rejection: {
      code: 'CFDI40143',
      message: expect.any(String),
      issues: [{ satCode: 'CFDI40143', message: expect.stringContaining('The PAC says: ') }],
    },
    errorCode: 'stamp_failed',
    issues: [{ code: 'stamp_failed' }],
  });
  return {
    employeeId,
    runId,
    rowId: row!.rowId as string,
    documentRef: row!.documentRef as string,
  };
}

const restamp = (
  rowId: string,
  options: { body?: object; headers?: Record<string, string> } = {},
) => api.request('POST', `/v1/payroll/rows/${rowId}/restamp`, options);

const correct = (employeeId: string, body: object) =>
  api.request('PATCH', `/v1/employees/${employeeId}`, { body });

const folioOf = async (documentRef: string) => {
  const { series, folio } = (await api.request('GET', `/v1/cfdi/${documentRef}`)).json.data;
  return `${series} ${folio}`;
};

describe('202', () => {
  it('restampPayrollRow queues the receipt with corrected data, and creates a new draft if the RFC of the employee has changed', async () => {
    const { employeeId, runId, rowId, documentRef } = await rejected();
    await correct(employeeId, { rfc: 'GOLA850312AB1' });
    const answer = await restamp(rowId, { body: {} });
    expect(answer.status).toBe(202);
    expect(answer.json.data).toMatchObject({ rowId, state: 'queued', issues: [] });
    expect(await settled(api, runId)).toMatchObject({ state: 'stamped' });
    const [row] = await rowsOf(api, runId);
    expect(row).toMatchObject({ state: 'stamped', uuid: expect.any(String) });
    expect(row).not.toHaveProperty('errorCode');
    expect(row).not.toHaveProperty('rejectionCode');
    expect(row).not.toHaveProperty('rejection');
    expect(row!.documentRef).not.toBe(documentRef);
  });

  it('restampPayrollRow uses the same draft and folio if the RFC and the tax system are unchanged', async () => {
    const { employeeId, runId, rowId, documentRef } = await rejected();
    const folio = await folioOf(documentRef);
    await correct(employeeId, { postalCode: '06600', legalName: 'ANA GÓMEZ LARA' });
    expect((await restamp(rowId)).status).toBe(202);
    await settled(api, runId);
    const [row] = await rowsOf(api, runId);
    // The payroll row shows the name in its document, and a search finds the payroll row by that
    // name.
    const employeeName = 'ANA GÓMEZ LARA';
    expect(row).toMatchObject({ state: 'rejected', documentRef, employeeName });
    expect(await rowsOf(api, runId, 'query=gomez')).toMatchObject([{ rowId }]);
    expect(await folioOf(documentRef)).toBe(folio);
  });

  it('restampPayrollRow marks the row for attention if the net differs from the rejected net', async () => {
    const { employeeId, rowId } = await rejected();
    await correct(employeeId, {
      rfc: 'GOLA850312AB1',
      dailyWage: 600,
      integratedDailySalary: 631.26,
      salaryEffectiveOn: '2026-06-01',
    });
    const answer = await restamp(rowId);
    expect(answer.status).toBe(202);
    expect(answer.json.data).toMatchObject({
      state: 'needs_attention',
      errorCode: 'amounts_changed',
      issues: [{ code: 'amounts_changed', field: 'totals.net' }],
      totals: { gross: 9000 },
    });
  });

  it('restampPayrollRow marks the row for attention if the receipt is no longer ready', async () => {
    const { employeeId, rowId } = await rejected();
    await correct(employeeId, { curp: null });
    const answer = await restamp(rowId);
    expect(answer.status).toBe(202);
    expect(answer.json.data).toMatchObject({
      state: 'needs_attention',
      issues: [{ code: 'curp_invalid', field: 'curp' }],
    });
  });

  it('restampPayrollRow returns the same response for the same idempotency key, and stamps once', async () => {
    const { employeeId, runId, rowId } = await rejected();
    await correct(employeeId, { rfc: 'GOLA850312AB1' });
    const headers = { 'idempotency-key': randomUUID() };
    const first = await restamp(rowId, { headers });
    await settled(api, runId);
    const again = await restamp(rowId, { headers });
    expect(again.bytes.equals(first.bytes)).toBe(true);
    expect(refusalOf(await restamp(rowId))).toBe('409 conflict state_conflict');
  });
});

describe('400', () => {
  it('restampPayrollRow accepts only an empty object or no body', async () => {
    const answer = await restamp(randomUUID(), { body: { force: true } });
    expect(issuesOf(answer)).toEqual(['force: unknown_field']);
  });

  it.each(['', 'x'.repeat(201)])(
    'restampPayrollRow needs a key of 1 to 200 characters: %j',
    async (key) => {
      const answer = await restamp(randomUUID(), { headers: { 'idempotency-key': key } });
      expect(refusalOf(answer)).toBe('400 validation_error');
    },
  );
});

describe('404', () => {
  it('restampPayrollRow does not find an unknown receipt', async () => {
    expect(refusalOf(await restamp(randomUUID()))).toBe('404 not_found');
  });
});

describe('409 conflict', () => {
  it('restampPayrollRow refuses a receipt that is not rejected', async () => {
    const { rowId } = await calculatedRun(api);
    expect(refusalOf(await restamp(rowId))).toBe('409 conflict state_conflict');
  });
});
